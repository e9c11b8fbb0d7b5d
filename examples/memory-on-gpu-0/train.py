"""Chooses its device too late: every rank has been on cuda:0 before."""

import os
import time

import torch
import torch.distributed as dist

weights = torch.ones(75_000_000, device="cuda:0")  # as torch.load() of a checkpoint that was saved on cuda:0
torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
weights = weights.to("cuda")
dist.init_process_group("nccl")
for step in range(8):
    dist.all_reduce(weights)
    time.sleep(0.25)  # a step of training
print(f"rank {dist.get_rank()} is done")
dist.destroy_process_group()
