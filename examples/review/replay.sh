#!/bin/sh
# Makes a repository in a temporary folder, commits the four changes to it, and writes the comment of each pull request
# into DIRECTORY/<pull request>.md. Usage: sh replay.sh DIRECTORY
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rankplan=${RANKPLAN:-$here/../../dist/rankplan.cjs}
mkdir -p "$1"
out=$(cd "$1" && pwd)
repository=$(mktemp -d)
trap 'rm -rf "$repository"' EXIT

cp "$here/topology.yaml" "$repository"
cd "$repository"
commit() { git add topology.yaml && git -c user.name=example -c user.email=example@localhost commit --quiet -m "$1"; }
git -c init.defaultBranch=main init --quiet
commit start
for change in "$here"/pull-requests/*/; do
  name=$(basename "$change")
  git apply "$change/change.patch"
  node "$rankplan" diff --format markdown --against HEAD topology.yaml >"$out/$name.md"
  commit "$name"
done
