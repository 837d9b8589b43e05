#!/usr/bin/env bash
# Applies plan.tfplan, whose text was approved. $1 is the commit that was planned, $2 is what main is now.
set -euo pipefail
main="$(git rev-parse --verify "$2^{commit}")"
if [ "$main" != "$1" ]; then
  echo 'Error: main has changed since this plan was made. Nothing was applied. Approve the newest plan.' >&2
  exit 1
fi
terraform init -no-color -input=false -lockfile=readonly
# exec, because cancelling a job interrupts only this process. Terraform then saves the state, and unlocks it.
exec terraform apply -no-color -input=false plan.tfplan > >(./clean.sh) 2>&1
