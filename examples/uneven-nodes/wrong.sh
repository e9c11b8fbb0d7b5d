# The usual arithmetic, "nodes x GPUs per node", for nodes that have 4, 2 and 1. All three are played on this machine.
nodes=(4 2 1)
per_node=4
export MASTER_ADDR=127.0.0.1 MASTER_PORT=29517 WORLD_SIZE=$((${#nodes[@]} * per_node))
for node in "${!nodes[@]}"; do
  for ((gpu = 0; gpu < nodes[node]; gpu++)); do
    RANK=$((node * per_node + gpu)) LOCAL_RANK=$gpu python train.py &
  done
done
wait
