#!/usr/bin/env bash
# Plans CLIENTE, and writes what people read to $1/CLIENTE.txt. With GUARDAR=true it also saves the plan, for the apply,
# as $1/CLIENTE.enc: encrypted to the certificate PLAN_CERT, because a plan holds personal data. CONSERVAR is where
# aplicar.sh wants the plan as it is.
set -euo pipefail
umask 077
salida="$(cd "$1" && pwd)/$CLIENTE"
cd "$(dirname "$0")/../clientes/$CLIENTE"
abierto="$(mktemp -d)"
trap 'rm -rf "$abierto"' EXIT

terraform init -no-color -input=false -lockfile=readonly
# Takes no lock: it writes no state, and the apply rejects a plan of a state that has changed. Leaves out the lines of
# progress, whose order is never the same: an address at the beginning of a line, so that no text of a file is taken for one.
progreso='^[a-z][a-z0-9_-]*\.([^ "]|"([^"\\]|\\.)*")+: (Refreshing state\.\.\.|Reading\.\.\.|Still reading\.\.\.|Read complete after )'
codigo=0
terraform plan -no-color -input=false -lock=false -detailed-exitcode -out="$abierto/plan.tfplan" 2>&1 |
  grep -avE "$progreso" | tee "$salida.txt" || codigo="${PIPESTATUS[0]}"
case "$codigo" in
0) cambios=false ;;
2) cambios=true ;;
*) exit 1 ;;
esac
echo "cambios=$cambios" >>"${GITHUB_OUTPUT:-/dev/null}"

if [ "${GUARDAR:-}" = true ]; then
  printf '%s\n' "${PLAN_CERT:?is not set, so the plan cannot be saved}" >"$abierto/plan.crt"
  openssl cms -encrypt -binary -aes-256-gcm -outform DER -in "$abierto/plan.tfplan" -out "$salida.enc" "$abierto/plan.crt"
fi
if [ -n "${CONSERVAR:-}" ]; then cp "$abierto/plan.tfplan" "$CONSERVAR"; fi
