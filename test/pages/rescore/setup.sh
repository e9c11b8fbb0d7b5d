cp -r examples/recorded/. .
mv topology.yaml rankplan.yaml
RANKPLAN_RUN_ID=20261122-153101-lab1-8480 rankplan run rankplan.yaml --record --no-verify --audit off
