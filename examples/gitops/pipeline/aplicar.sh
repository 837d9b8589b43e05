#!/usr/bin/env bash
# Applies the plan of CLIENTE that was approved: the one that plan.sh saved in $1. PLAN_KEY opens it.
set -euo pipefail
umask 077
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM # without it, an interrupted plan would go on to the apply
raiz="$(cd "$(dirname "$0")/.." && pwd)"
aprobado="$(cd "$1" && pwd)/$CLIENTE"
ahora="$(mktemp -d)"
trap 'rm -rf "$ahora"' EXIT
openssl cms -decrypt -binary -inform DER -in "$aprobado.enc" -inkey <(printf '%s\n' "$PLAN_KEY") -out "$ahora/aprobado.tfplan"

# Terraform notices if the state has changed since the plan was made, but not if the service has. So plan again, and go
# on only if that says the same as what was approved. In the background, because a trap waits for what is not.
GUARDAR=false CONSERVAR="$ahora/ahora.tfplan" "$raiz/pipeline/plan.sh" "$ahora" >/dev/null &
wait "$!" || true # its error is in the text, too
if ! diff -u "$aprobado.txt" "$ahora/$CLIENTE.txt"; then
  echo 'Error: the plan is not what was approved. Nothing was applied. Plan again, and have the new plan approved.' >&2
  exit 1
fi

# The texts hide personal data. So compare the values, too, and show none of them.
cd "$raiz/clientes/$CLIENTE"
valores() { terraform show -json "$1" | jq -cS '{resource_changes, resource_drift, output_changes}' | openssl dgst -sha256; }
antes="$(valores "$ahora/aprobado.tfplan")"
despues="$(valores "$ahora/ahora.tfplan")"
if [ "$antes" != "$despues" ]; then
  echo 'Error: the plan is not what was approved, in a value that it does not show. Nothing was applied. Plan again, and have the new plan approved.' >&2
  exit 1
fi

# The open file is all that is left of the decrypted plan. exec, because who cancels the job interrupts this process.
exec 9<"$ahora/aprobado.tfplan"
rm -rf "$ahora"
exec terraform apply -no-color -input=false -lock-timeout=30m /dev/fd/9
