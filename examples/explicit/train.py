"""An ordinary DDP script. It names no backend: PyTorch takes NCCL for GPUs and gloo for CPUs."""

import os
import socket
from datetime import timedelta

import torch
import torch.distributed as dist

local_rank = int(os.environ["LOCAL_RANK"])
device = "cpu"
if torch.cuda.is_available():
    device = f"cuda:{local_rank}"
    torch.cuda.set_device(device)
timeout = timedelta(seconds=int(os.environ.get("TIMEOUT", "1800")))  # half an hour is PyTorch's own
dist.init_process_group(timeout=timeout)
present = torch.ones(1, device=device)
dist.all_reduce(present)
visible = os.environ.get("CUDA_VISIBLE_DEVICES")
print(f"rank {dist.get_rank()} of {int(present)} on {socket.gethostname()}: cuda:{local_rank} of {visible}", flush=True)
dist.destroy_process_group()
