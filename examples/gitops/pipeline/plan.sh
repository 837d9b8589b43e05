#!/usr/bin/env bash
# Plans CLIENTE, and writes what people read to $1/CLIENTE.txt. With GUARDAR=true it also saves the plan, for the apply,
# as $1/CLIENTE.enc: encrypted to the certificate PLAN_CERT, because a plan holds personal data. aplicar.sh sets CONSERVAR,
# where it wants the plan as it is, and CANDADO, so that the plan waits for the lock of the state.
set -euo pipefail
umask 077
salida="$(cd "$1" && pwd)/$CLIENTE"
pipeline="$(cd "$(dirname "$0")" && pwd)"
cd "$pipeline/../clientes/$CLIENTE"
abierto="$(mktemp -d)"
trap 'rm -rf "$abierto"' EXIT

# The plan takes no lock unless aplicar.sh asks: it writes no state, and the apply rejects a plan of a state that has changed.
codigo=0
terraform init -no-color -input=false -lockfile=readonly >"$abierto/texto" 2>&1 &&
  terraform plan -no-color -input=false "${CANDADO:--lock=false}" -detailed-exitcode -out="$abierto/plan.tfplan" \
    >"$abierto/texto" 2>&1 || codigo="$?" # a failed init leaves its text
# Leaves out the lines of progress, whose order is never the same. They come before all others: a later line that looks like
# one is a part of a text.
"$pipeline/limpiar.sh" <"$abierto/texto" | LC_ALL=C awk '
  /^(Acquir|Releas)ing state lock\. This may take a few moments\.\.\.$/ { next }
  !texto && /^[a-z][a-z0-9_-]*\.([^ "]|"([^"\\]|\\.)*")+: (Refreshing state\.\.\.|Reading\.\.\.|Still reading\.\.\.|Read complete after )/ { next }
  NF { texto = 1 }
  { print }' | tee "$salida.txt"
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
