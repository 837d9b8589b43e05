#!/usr/bin/env bash
# Reads what Terraform says, and prints it so that everybody may see it. It holds texts of the service, which others wrote.
set -euo pipefail
# - Personal data becomes (sensitive value). Terraform shows it from an import by hand until the next apply. Values of up to
#   five characters stay, because other texts could hold them too. The service may have another e-mail address.
# - Characters that control a terminal or turn the direction of a text become ?.
# - ~~~ becomes ~~?, since it would end the block that pages, comments and issues show the text in.
exec jq -Rnr --unbuffered '
  def reemplazar($malo; $nuevo): reduce ([match($malo; "gi").string] | unique[]) as $viejo (.; split($viejo) | join($nuevo));
  [$ENV.TF_VAR_personal // "" | if . == "" then "{}" else . end | fromjson | .[]? | strings | select(length > 5) | gsub("(?<c>[^\\p{L}\\p{N}])"; "\\" + .c)] as $personal
  | inputs
  | if $personal == [] then . else reemplazar($personal | join("|"); "(sensitive value)") end
  | sub("^(?<antes>[ +~-]*email +=) .*?(?<sigue>( # forces replacement)?)$"; "\(.antes) (sensitive value)\(.sigue)")
  | reemplazar("(?!\t)[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]"; "?")
  | reemplazar("~~~"; "~~?")'
