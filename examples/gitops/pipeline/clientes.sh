#!/usr/bin/env bash
# Prints the clients that a change is about, one a line: those whose folder changed since the commit $1. Prints all of
# them without such a commit, or if the change touches what they share. With CLIENTE, prints only that one.
set -euo pipefail
cd "$(dirname "$0")/.."

# Checks all folders, also those that did not change: nobody would plan the folder of a misspelled client.
todos=() malos=0
while IFS= read -r -d '' folder; do
  cliente="${folder#clientes/}"
  if [[ "$cliente" =~ ^[a-z][a-z0-9-]{0,48}[a-z0-9]$ && -f "$folder/main.tf" ]]; then
    todos+=("$cliente")
  else
    printf 'Error: clientes/%q is not the folder of a client. Name it in at most 50 lower-case letters, digits and hyphens, such as flota-norte, and put a main.tf in it.\n' "$cliente" >&2
    malos=1
  fi
done < <(git ls-tree -z --name-only HEAD clientes/)
wait "$!" # fails if git did
((malos == 0))

antes="${1:-}"
if [ -n "$antes" ]; then
  codigo=0
  git rev-parse -q --verify "$antes^{commit}" >/dev/null || codigo="$?"
  if ((codigo == 1)); then antes=""; fi # there is no such commit, as before the first of a branch
  ((codigo <= 1))                       # git says why
fi
if [ -n "${CLIENTE:-}" ]; then
  if ! printf '%s\n' "${todos[@]}" | grep -Fx -- "$CLIENTE"; then
    printf 'Error: there is no client %q. The clients are: %s\n' "$CLIENTE" "${todos[*]}" >&2
    exit 1
  fi
elif [ -z "$antes" ] || ! git diff --quiet "$antes" HEAD -- modules pipeline .github .gitlab .gitlab-ci.yml; then
  if ((${#todos[@]} > 0)); then printf '%s\n' "${todos[@]}"; fi
else
  git diff --name-only --no-renames "$antes" HEAD -- clientes | cut -d/ -f2 | sort -u | while IFS= read -r cliente; do
    if [ -d "clientes/$cliente" ]; then
      echo "$cliente"
    else
      printf 'Warning: the folder of %q is gone, but its state is not. If nobody ran terraform destroy, put the folder back.\n' "$cliente" >&2
    fi
  done
fi
