# One task for each node, which is torchrun; it starts the ranks.
tasks=nodes task_shell=(/bin/bash -p)
