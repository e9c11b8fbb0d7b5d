# What torchrun.sbatch calls: as job.bash, with a torchrun on each node.
# shellcheck shell=bash disable=SC2034,SC2154 # shared with job.bash
# shellcheck source=src/emitters/lib/job.bash
. "$here/lib/job.bash" || exit 78
library=(check caller setup plan ports job allocation run-dir step srun health combined-log outcome task gpus torchrun torchrun-node torchrun-agent torchrun-rank topology)
script=torchrun.sbatch tasks=nodes
