#!/usr/bin/env bash
# Takes one client through the pipeline on this machine: plan, apply, drift. Needs no service and no PostgreSQL, because the
# provider's sandbox is the service and a file holds the state. Works in the folder $1, or in a new one.
set -euo pipefail
destino="${1:-$(mktemp -d)}"
mkdir -p "$destino"
destino="$(cd "$destino" && pwd)"
cd "$(dirname "$0")"
cp -R modules clientes pipeline "$destino"
cd "$destino"
export CLIENTE=flota-sur GUARDAR=true PARKING_SANDBOX="$destino/parking.db" TF_IN_AUTOMATION=true
export TF_VAR_personal='{"email": "flota.sur@example.com", "telefono": "022000003", "cedula": "0100000003"}'
printf 'terraform {\n  backend "local" {}\n}\n' >"clientes/$CLIENTE/backend_override.tf"
terraform -chdir="clientes/$CLIENTE" init -input=false >/dev/null # writes the lock file

# The pipeline has the certificate in the environment plan-flota-sur, and the key in aplicar-flota-sur.
openssl req -x509 -newkey rsa:3072 -nodes -days 2 -subj "/CN=$CLIENTE" -keyout plan.key -out plan.crt 2>/dev/null
PLAN_CERT="$(cat plan.crt)" PLAN_KEY="$(cat plan.key)"
export PLAN_CERT PLAN_KEY
mkdir -p planes derivas

printf '\n== plan.sh\n' && pipeline/plan.sh planes
printf '\n== aplicar.sh\n' && pipeline/aplicar.sh planes
printf '\n== deriva.sh\n' && pipeline/deriva.sh derivas
printf '\nAll files are in %s\n' "$destino"
