"""Rank 2 hangs, as in a driver or a file system; the others wait for it in the next step."""

import time

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
dist.barrier()
print("joined", flush=True)
if dist.get_rank() == 2:
    time.sleep(1_000_000)
dist.all_reduce(torch.ones(1))
