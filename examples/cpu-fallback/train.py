"""Takes a GPU if it finds one, else the CPU. It does not say so of itself, and most scripts do not."""

import os
import time

import torch
import torch.distributed as dist

local_rank = int(os.environ.get("LOCAL_RANK", "0"))
device = f"cuda:{local_rank}" if torch.cuda.is_available() else "cpu"
if device != "cpu":
    torch.cuda.set_device(device)
dist.init_process_group("nccl" if device != "cpu" else "gloo")
batch = torch.ones(2**20, device=device)
for step in range(4):
    dist.all_reduce(batch)
    time.sleep(0.25)  # a step of training
print(f"rank {dist.get_rank()} of {dist.get_world_size()} was on {device}")
dist.destroy_process_group()
