#!/usr/bin/env bash
# Plans with the given options, and prints the text. plan.md is that text for comments, pages and issues. plan.env says
# whether there are changes. Fails without a plan.
set -euo pipefail
rm -f plan.tfplan plan.txt plan.md plan.env

code=0
text="$(terraform init -no-color -input=false -lockfile=readonly 2>&1)" &&
  text="$(terraform plan -no-color -input=false -lock=false -detailed-exitcode "$@" 2>&1)" || code=$?
./clean.sh <<<"$text" | tee plan.txt

# Four spaces before each line: no value can end such a block. A comment holds 65,536 characters.
sed 's/^/    /' plan.txt >plan.md
if [ "$(wc -c <plan.md)" -gt 60000 ]; then
  end="$(tail -c 60000 plan.md | tail -n +2)" # a line that is cut has no spaces
  printf 'The beginning is left out. The log of the job has it.\n\n%s\n' "$end" >plan.md
fi

case $code in
0) changes=false ;;
2) changes=true ;;
*) exit 1 ;;
esac
echo "changes=$changes" >plan.env
