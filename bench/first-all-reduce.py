"""Sums a number over all ranks, and notes for rank 0, in the file that is named, when it had the sum (seconds of the epoch).

With a count behind the file it notes how many seconds of CPU time so many more sums take.
"""

import pathlib
import sys
import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
noted = time.time()
if len(sys.argv) > 2:
    start = time.process_time()
    for _ in range(int(sys.argv[2])):
        dist.all_reduce(total)
    noted = time.process_time() - start
if dist.get_rank() == 0:
    pathlib.Path(sys.argv[1]).write_text(str(noted), encoding="utf8")
dist.barrier()
dist.destroy_process_group()
