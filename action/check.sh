#!/usr/bin/env bash
# Checks the topologies; findings become annotations.
# shellcheck source=action/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

read_topologies
read_root
options=()
if is_true warnings-as-errors "$RANKPLAN_WARNINGS_AS_ERRORS"; then options+=(--warnings-as-errors); fi
[[ $RANKPLAN_DISABLE == '' ]] || options+=(--disable "$RANKPLAN_DISABLE")
rankplan check --format github "${options[@]}" "${root[@]}" -- "${topologies[@]}"
