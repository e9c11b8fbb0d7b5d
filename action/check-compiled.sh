#!/usr/bin/env bash
# Holds checked-in artifacts against their topologies. All pairs are looked at; one that is stale fails the step.
# shellcheck source=action/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

read_root
emit=()
[[ $RANKPLAN_EMIT == default ]] || emit=(--emit "$RANKPLAN_EMIT")
status=0
stop_matching() {
  resume_commands
  echo '::remove-matcher owner=rankplan::'
  fail "$1"
}

echo "::add-matcher::$(dirname "$dist")/problem-matcher.json"
stop_commands
while IFS= read -r line; do
  [[ $(trim "$line") != '' ]] || continue
  [[ $line == *' -> '* ]] || stop_matching "a line of the input \`compiled\` is not of the form FILE -> DIRECTORY: $line"
  file=$(trim "${line%% -> *}")
  directory=$(trim "${line#* -> }")
  rankplan compile --check "${emit[@]}" "${root[@]}" -o "$directory" -- "$file" || status=$?
done <<<"$RANKPLAN_COMPILED"
resume_commands
echo '::remove-matcher owner=rankplan::'
exit "$status"
