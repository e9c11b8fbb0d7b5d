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

# What git takes for the earlier name of a file.
declare -A earlier=()
while IFS= read -r -d '' _ && IFS= read -r -d '' old && IFS= read -r -d '' new; do
  earlier[$new]=$old
done < <(git diff -z --name-status --find-renames --diff-filter=R --relative "$revision")

has_base() {
  git cat-file -e "$revision:./$1" 2>/dev/null
}

# Whether a path is, or once was, one of the topologies; a pattern's star stops at slashes.
is_topology() {
  local pattern
  for pattern in "${patterns[@]}"; do
    pattern=${pattern#./}
    # shellcheck disable=SC2053 # it is a pattern
    if [[ $1 == $pattern && ${1//[!\/]/} == "${pattern//[!\/]/}" ]]; then return 0; fi
  done
  return 1
}

sections=()
declare -A compared=()
# Tells how a topology differs from SIDES, as `rankplan diff` takes them.
compare() {
  local file=$1 markdown=$folder/${#sections[@]}.md status=0
  shift
  rankplan diff --format markdown --exit-code "${root[@]}" "$@" >"$markdown" || status=$?
  if ((status > 1)); then
    exit "$status"
  elif [[ -s $markdown ]]; then
    if ((status == 1)); then sections+=(--changed "$markdown"); fi
  else
    sections+=(--broken "$file")
  fi
}

for file in "${topologies[@]}"; do
  # The check has reported it.
  [[ -e $file ]] || continue
  old=${earlier[${file#./}]:-}
  if has_base "$file"; then
    compare "$file" --against "$revision" -- "$file"
  # A file of that very name would be read in the place of the revision.
  elif [[ $old != '' && ! -e $revision:./$old ]]; then
    compared[$old]=1
    compare "$file" -- "$revision:./$old" "$file"
  else
    sections+=(--new "$file")
  fi
done
while IFS= read -r -d '' file; do
  if [[ ${compared[$file]:-} == '' ]] && is_topology "$file"; then sections+=(--removed "$file"); fi
done < <(git diff -z --name-only --no-renames --diff-filter=D --relative "$revision")

resume_commands
node "$dist/pull-request-comment.cjs" "${sections[@]}"
