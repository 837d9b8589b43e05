#!/usr/bin/env bash
# Applies what was approved for CLIENTE: a new plan that equals the one that plan.sh saved in $1. PLAN_KEY opens that. PRINCIPAL is the commit
# that the main branch has now, in the repository of the checkout.
set -euo pipefail
umask 077
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM # without it, an interrupted plan would go on to the apply
raiz="$(cd "$(dirname "$0")/.." && pwd)"
aprobado="$(cd "$1" && pwd)/$CLIENTE"
if [ -n "${PRINCIPAL:-}" ] && ! git -C "$raiz" diff --quiet HEAD "$PRINCIPAL" -- "clientes/$CLIENTE" modules pipeline; then
  echo "Error: main has changed since the plan was made. Nothing was applied. Start 'Run workflow' for $CLIENTE on main again, or in GitLab a new pipeline." >&2
  exit 1
fi

ahora="$(mktemp -d)"
trap 'rm -rf "$ahora"' EXIT
openssl cms -decrypt -binary -inform DER -in "$aprobado.enc" -inkey <(printf '%s\n' "$PLAN_KEY") -out "$ahora/aprobado.tfplan"

# The service may have changed since the plan was made, and the saved plan may not be what plan.sh saved. So plan again, and go
# on only if that says the same as what was approved. This plan waits for the lock, so that the apply does not: nothing should
# change between them. In the background, because a trap waits for what is not.
GUARDAR=false CONSERVAR="$ahora/ahora.tfplan" CANDADO=-lock-timeout=30m "$raiz/pipeline/plan.sh" "$ahora" >/dev/null &
wait "$!" || true # its error is in the text, too
if ! diff -u "$aprobado.txt" "$ahora/$CLIENTE.txt"; then
  echo 'Error: the plan is not what was approved. Nothing was applied. Plan again, and have the new plan approved.' >&2
  exit 1
fi

# The texts hide personal data, and say nothing of settings of the provider. So compare everything else that a plan holds, and
# show none of it. relevant_attributes only says which changes of the service a text shows, in no fixed order.
cd "$raiz/clientes/$CLIENTE"
valores() { terraform show -json "$1" | jq -cS 'del(.timestamp, .relevant_attributes)' | openssl dgst -sha256; }
antes="$(valores "$ahora/aprobado.tfplan")"
despues="$(valores "$ahora/ahora.tfplan")"
if [ "$antes" != "$despues" ]; then
  echo 'Error: the plan is not what was approved, in what its text does not show. Nothing was applied. Plan again, and have the new plan approved.' >&2
  exit 1
fi

# Applies the new plan, which this checkout made: the saved one also names a place for the state, which no comparison shows. The
# open file is all that is left of it. exec, because who cancels the job interrupts this process.
exec 9<"$ahora/ahora.tfplan"
rm -rf "$ahora"
exec terraform apply -no-color -input=false -lock-timeout=10s /dev/fd/9
