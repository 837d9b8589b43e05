#!/usr/bin/env bash
# Applies the plan of CLIENTE that was approved: the one that plan.sh saved in $1. PLAN_KEY opens it.
set -euo pipefail
umask 077
raiz="$(cd "$(dirname "$0")/.." && pwd)"
aprobado="$(cd "$1" && pwd)/$CLIENTE"
ahora="$(mktemp -d)"

# Terraform notices if the state has changed since the plan was made, but not if the service has. So plan again, and go
# on only if that says the same as what was approved.
GUARDAR=false "$raiz/pipeline/plan.sh" "$ahora" >/dev/null || true # its error is in the text, too
if ! diff -u "$aprobado.txt" "$ahora/$CLIENTE.txt"; then
  echo 'Error: the plan is not what was approved. Nothing was applied. Plan again, and have the new plan approved.' >&2
  exit 1
fi

# The open file is all that is left of the decrypted plan. exec, because who cancels the job interrupts this process.
openssl cms -decrypt -binary -inform DER -in "$aprobado.enc" -inkey <(printf '%s\n' "$PLAN_KEY") -out "$ahora/plan.tfplan"
exec 9<"$ahora/plan.tfplan"
rm -rf "$ahora"
cd "$raiz/clientes/$CLIENTE"
exec terraform apply -no-color -input=false -lock-timeout=30m /dev/fd/9
