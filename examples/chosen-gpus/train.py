"""An ordinary DDP script, as far as devices go: `cuda:LOCAL_RANK` is this rank's GPU."""

import os
import time

import torch
import torch.distributed as dist

local_rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local_rank)
dist.init_process_group("nccl")
batch = torch.ones(2**20, device="cuda")
for step in range(8):
    dist.all_reduce(batch)
    time.sleep(0.25)  # a step of training
gpu = torch.cuda.get_device_properties(local_rank)
print(f"rank {dist.get_rank()}: cuda:{local_rank} is {gpu.name}, {gpu.uuid}")
dist.destroy_process_group()
