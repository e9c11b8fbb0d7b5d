#!/usr/bin/env bash
# A rank of many: rank-mark.sh FOLDER leaves a file there, as a sign that it ran.
: >"$1/$HOSTNAME-$$"
