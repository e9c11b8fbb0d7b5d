#!/usr/bin/env bash
# Switches a host on: start-host.sh DIRECTORY SWITCH-PID NAME ADDRESS. It lives as long as the host does.
exec unshare --mount --uts --pid --net --fork --kill-child --propagation private \
  bash "${BASH_SOURCE%/*}/run-host.sh" "$@"
