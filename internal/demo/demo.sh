#!/bin/sh
# Takes the fleet of examples/quickstart through its life, with Terraform itself and the embedded sandbox. Run it with
# `make demo`. It is a test as well: a step that does not end as expected ends it.
set -eu
cd "$(dirname "$0")/../.."
cli=$TF_ACC_TERRAFORM_PATH # which make chooses
work=$PWD/build/demo       # a fixed folder, so that its reader can go on there
fleet=$work/flota
rm -rf "$work"
mkdir -p "$fleet" "$work/somebody"
cp examples/quickstart/main.tf examples/quickstart/flota.csv "$fleet"

# The provider lies in a mirror, for Terraform and for OpenTofu, which follows no symbolic links.
name=parking-provider/parking version=0.1.0
provider=$work/mirror/registry.terraform.io/$name/$version/$(go env GOOS)_$(go env GOARCH)/terraform-provider-parking_v$version$(go env GOEXE)
go build -v -ldflags='-s -w' -o "$provider" . # -v: the first time, it shows for minutes what is compiled
cp -R "$work/mirror/registry.terraform.io" "$work/mirror/registry.opentofu.org"
cat >"$work/terraform.rc" <<END
disable_checkpoint = true

provider_installation {
  filesystem_mirror {
    path    = "$work/mirror"
    include = ["registry.terraform.io/$name", "registry.opentofu.org/$name"]
  }
  direct {
    exclude = ["registry.terraform.io/$name", "registry.opentofu.org/$name"]
  }
}
END

# Nothing leads Terraform or the provider elsewhere: default arguments, a workspace, variables, a real service.
# shellcheck disable=SC2013 # names hold no blanks
for variable in $(awk 'BEGIN { for (name in ENVIRON) if (name ~ /^(TF|PARKING)_/) print name }'); do
	unset "$variable"
done
export TF_CLI_CONFIG_FILE="$work/terraform.rc" TF_CLI_ARGS=-no-color TF_IN_AUTOMATION=1 TF_INPUT=false

number=0
step() {
	number=$((number + 1))
	printf '\n=== %d. %s\n\n' $number "$1"
}

fail() {
	printf '\ndemo: step %d: %s\n' $number "$1" >&2
	exit 1
}

# terraform EXIT-CODE ARGUMENTS shows what Terraform says, and leaves it in the file said.
terraform() {
	wanted=$1
	shift
	echo "\$ $(basename "$cli") $*"
	{
		code=0
		"$cli" "$@" 2>&1 || code=$?
		echo $code >"$work/code"
	} | tee -i "$work/said"
	code=$(cat "$work/code")
	[ "$code" = "$wanted" ] || fail "$1 ended with exit code $code, expected $wanted"
}

said() {
	grep -qF -e "$1" "$work/said" || fail "Terraform did not say \"$1\""
}

trap : INT # Terraform gets Ctrl-C as well, and saves its state; this script waits for it
cd "$fleet"

step 'Terraform takes the provider from a local mirror.'
terraform 0 init

step 'Register the plate of each vehicle of flota.csv, and link it to its client.'
terraform 0 apply -auto-approve
said 'Resources: 1 added, 0 changed, 0 destroyed.'

step 'The service holds what was declared, so there is nothing to do.'
terraform 0 plan -detailed-exitcode

step "Somebody changes a plate behind Terraform's back, here with a configuration of their own."
cat >"$work/somebody/main.tf" <<'END'
terraform {
  required_providers { parking = { source = "parking-provider/parking" } }
}
provider "parking" {
  sandbox            = { database = "../flota/parking.db" }
  overwrite_existing = true
}
resource "parking_placa" "moto" {
  placa            = "AKX0359"
  tipo_vehiculo_id = 2
  electrico        = true
}
END
cat "$work/somebody/main.tf"
(cd "$work/somebody" && "$cli" init && "$cli" apply -auto-approve) >"$work/said" 2>&1 || fail "$(cat "$work/said")"

step 'Terraform sees exactly that change.'
terraform 2 plan -detailed-exitcode -out=repair.tfplan
said '~ "AKX0359"'
said '~ electrico'
said 'Plan: 0 to add, 1 to change, 0 to destroy.'

step 'Put the plate back as declared.'
terraform 0 apply repair.tfplan
said 'Resources: 0 added, 1 changed, 0 destroyed.'

step 'The service cannot delete plates and vehicles. The plan warns of that.'
terraform 0 plan -destroy -out=destroy.tfplan
said 'Plan: 0 to add, 0 to change, 1 to destroy.'
said 'Fleets stay on the service'

step 'Remove the fleet from the state only.'
terraform 0 apply destroy.tfplan
said 'Resources: 0 added, 0 changed, 1 destroyed.'

step 'Adopt what is still on the service; nothing is created twice.'
terraform 0 apply -auto-approve
said 'Vehicle already exists: '
said 'Resources: 1 added, 0 changed, 0 destroyed.'
PARKING_SANDBOX=parking.db "$provider" export -cliente 3 >/dev/null 2>"$work/said"
said '3 vehicles'

step 'After the adoption there is nothing to do either.'
terraform 0 plan -detailed-exitcode

printf "\nTo go on by hand:\n\n  cd '%s'\n  export TF_CLI_CONFIG_FILE='%s'\n  '%s' plan\n\n" "$fleet" "$TF_CLI_CONFIG_FILE" "$cli"
