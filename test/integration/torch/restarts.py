"""Fails in its first attempts: rank 1 leaves when every rank has said who it is. It knows nothing of rankplan."""

import os
import sys

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
total = torch.tensor([10.0**attempt * (dist.get_rank() + 1)])
dist.all_reduce(total)
most = os.environ["TORCHELASTIC_MAX_RESTARTS"]
# Whole lines in one write: under torchrun all ranks write into one pipe.
os.write(1, f"rank {dist.get_rank()} attempt {attempt} of {most} sum {total.item():g}\n".encode())
dist.barrier()
if attempt < int(sys.argv[1]) and dist.get_rank() == 1:
    os._exit(3)
dist.barrier()
os._exit(0)  # torch's CPU build sometimes aborts in its exit handlers after a run with gloo
