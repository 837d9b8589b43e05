#!/usr/bin/env bash
# Compares the service with the state of CLIENTE, and writes the drift to $1/CLIENTE.txt: nothing if there is none. If
# the service or the state cannot be read, it fails and writes no such file.
set -euo pipefail
umask 077
salida="$(cd "$1" && pwd)/$CLIENTE"
pipeline="$(cd "$(dirname "$0")" && pwd)"
cd "$pipeline/../clientes/$CLIENTE"
abierto="$(mktemp -d)"
trap 'rm -rf "$abierto"' EXIT

terraform init -no-color -input=false -lockfile=readonly
# Waits for a running apply, whose changes are not drift. -refresh-only, so that a change which still waits for its
# approval is not drift either. Not -detailed-exitcode: with -refresh-only, Terraform before 1.12 then always exits with 2
# (https://github.com/hashicorp/terraform/issues/36403).
terraform plan -no-color -input=false -refresh-only -lock-timeout=30m -out="$abierto/plan.tfplan" 2>&1 |
  "$pipeline/limpiar.sh" | tee "$abierto/log"
terraform show -json "$abierto/plan.tfplan" >"$abierto/plan.json"
if jq -e '(.resource_drift // []) == []' "$abierto/plan.json" >/dev/null; then
  : >"$salida.txt"
else
  cp "$abierto/log" "$salida.txt"
fi
