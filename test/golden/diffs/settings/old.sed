s/performance-ranked/sequential/
$c\
launch:\
  command: [python, train.py, --lr, "0.1"]\
  env: { NCCL_DEBUG: WARN, OLD: x }\
slurm: { partition: gpu, time: "1:00:00" }
