#!/bin/sh
# What a rank of the fault table does: rank.sh BEHAVIOUR.
: >"/srv/work/here-$RANK"
work() { exec sleep 4242; }
ignore() {
  trap '' TERM INT HUP
  while :; do sleep 0.5; done
}
wait_for_go() { until [ -e /srv/work/go ]; do sleep 0.05; done; }
fail() {
  wait_for_go
  echo 'lost a wheel' >&2
  exit 7
}
case $1 in
  end) ;;
  work) work ;;
  work-a-while) sleep 5 ;;
  flood) [ "$RANK" != 5 ] || yes 'a line of fifty characters, written for nobody much' | head -c 1000000 ;;
  ignore) ignore ;;
  one-fails) if [ "$RANK" = 5 ]; then fail; else work; fi ;;
  second-fails) if [ "$RANK" = 2 ]; then fail; else work; fi ;;
  two-fail) if [ "$RANK" = 2 ] || [ "$RANK" = 9 ]; then fail; else work; fi ;;
  one-fails-others-ignore) if [ "$RANK" = 5 ]; then fail; else ignore; fi ;;
  third-ends-first) [ "$RANK" = 4 ] || [ "$RANK" = 5 ] || wait_for_go ;;
esac
