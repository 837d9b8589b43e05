#!/usr/bin/env bash
# Calls GitLab's API: a path in this project, and options of curl. GITLAB_TOKEN is a project access token.
set -euo pipefail
# The token is not an argument, because other processes of the machine can read those.
printf 'PRIVATE-TOKEN: %s\n' "$GITLAB_TOKEN" |
  curl --fail --silent --show-error --header @- "${@:2}" "$CI_API_V4_URL/projects/$CI_PROJECT_ID/$1"
