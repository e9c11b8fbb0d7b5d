tasks=nodes task_shell=(/bin/bash -p)
