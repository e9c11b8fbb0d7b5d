#!/usr/bin/env bash
# What a rank of the fault table does: rank.sh BEHAVIOUR.
: >"/srv/work/here-$RANK"
work() { exec sleep 4242; }
ignore() {
  trap '' TERM INT HUP
  while :; do sleep 0.5; done
}
fail() {
  until [[ -e /srv/work/go ]]; do sleep 0.05; done
  echo 'lost a wheel' >&2
  exit 7
}
case $1 in
  end) ;;
  work) work ;;
  work-a-while) sleep 5 ;;
  ignore) ignore ;;
  one-fails) if ((RANK == 5)); then fail; else work; fi ;;
  two-fail) if ((RANK == 2 || RANK == 9)); then fail; else work; fi ;;
  one-fails-others-ignore) if ((RANK == 5)); then fail; else ignore; fi ;;
  third-ends-first) until ((RANK == 4 || RANK == 5)) || [[ -e /srv/work/go ]]; do sleep 0.05; done ;;
esac
