#!/usr/bin/env bash
# Prints what Terraform says so that everybody may read it, since it holds names that others wrote:
# characters that control a terminal or turn a text around, commands of a GitHub log, and e-mail addresses.
set -euo pipefail
exec jq -Rr --unbuffered '
  gsub("(?!\t)[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]"; "?")
  | gsub("##\\["; "#?[")
  | sub("^(?<blank>[\t\\p{Zs}]*)::"; "\(.blank)?:")
  | if contains("@") then gsub("[^\\s\"<>]+@[^\\s\"<>]+"; "(e-mail address)") else . end'
