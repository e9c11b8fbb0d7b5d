#!/usr/bin/env bash
# A rank of 256: rank-mark.sh FOLDER leaves a file that tells when it ran.
: >"$1/$HOSTNAME-$$"
