"""An ordinary script whose backend is an option, and which goes round where there are more ranks than GPUs."""

import argparse
import os
import time

import torch
import torch.distributed as dist

options = argparse.ArgumentParser()
options.add_argument("--backend", default="nccl")
backend = options.parse_args().backend
gpus = torch.cuda.device_count()
device = f"cuda:{int(os.environ['LOCAL_RANK']) % gpus}" if gpus > 0 else "cpu"
if gpus > 0:
    torch.cuda.set_device(device)
dist.init_process_group(backend)
batch = torch.ones(2**20, device=device)
for step in range(8):
    dist.all_reduce(batch)
    time.sleep(0.25)  # a step of training
print(f"rank {dist.get_rank()} of {dist.get_world_size()}: {backend}, {device}")
dist.destroy_process_group()
