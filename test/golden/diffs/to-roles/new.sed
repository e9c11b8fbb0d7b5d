1r test/golden/diffs/roles/old.yaml
d
