#!/usr/bin/env bash
# Compares the topologies of a pull request with the base, and has what changed written there.
# shellcheck source=action/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ $RANKPLAN_PULL_REQUEST == '' ]]; then
  echo 'rankplan: this is no pull request, so there is nothing to compare with'
  exit 0
fi
# There the token may write and secrets are at hand, while what is checked out may be a stranger's.
[[ ${GITHUB_EVENT_NAME:-} != pull_request_target ]] || fail 'use the event pull_request, not pull_request_target'

# Prints the commit that the pull request would change.
find_base() {
  local first second
  if [[ $RANKPLAN_BASE != '' ]]; then
    printf '%s\n' "$RANKPLAN_BASE"
    return
  fi
  # What is checked out for a pull request is its merge with the base. A shallow clone has the names of the parents.
  { read -r first; read -r second; } < <(git cat-file -p HEAD | sed -n '/^$/q; s/^parent //p') || true
  if [[ ${second:-} != '' && $second == "$RANKPLAN_HEAD_SHA" ]]; then
    printf '%s\n' "$first"
  else
    git merge-base "$RANKPLAN_BASE_SHA" HEAD 2>/dev/null || printf '%s\n' "$RANKPLAN_BASE_SHA"
  fi
}

base=$(find_base)
# git would take it for an option, of which some run commands.
[[ $base != -* ]] || fail "the base $base is no revision"
if ! git rev-parse --quiet --verify "$base^{commit}" >/dev/null; then
  git fetch --quiet --no-tags --depth=1 origin "$base" ||
    fail "the base $base cannot be fetched: check out with \`fetch-depth: 0\`, or give the input \`base\`" 3
  [[ $base =~ ^[0-9a-f]{40,64}$ ]] || base=$(git rev-parse FETCH_HEAD)
fi
revision=$(git rev-parse --short "$base^{commit}")

read_topologies
read_root
folder=$(mktemp -d)
stop_commands
sections=()
for file in "${topologies[@]}"; do
  # The check has told so.
  [[ -e $file ]] || continue
  if ! git cat-file -e "$revision:./$file" 2>/dev/null; then
    sections+=(--new "$file")
    continue
  fi
  markdown=$folder/${#sections[@]}.md
  status=0
  rankplan diff --format markdown --exit-code --against "$revision" "${root[@]}" -- "$file" >"$markdown" || status=$?
  if ((status > 1)); then
    exit "$status"
  elif [[ -s $markdown ]]; then
    if ((status == 1)); then sections+=(--changed "$markdown"); fi
  else
    sections+=(--broken "$file")
  fi
done

resume_commands
node "$dist/pull-request-comment.cjs" "${sections[@]}"
