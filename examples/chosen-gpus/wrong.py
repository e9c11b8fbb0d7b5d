"""GPUs 2 and 5 are ours, so the script names them. But CUDA_VISIBLE_DEVICES has renumbered them."""

import os

import torch
import torch.distributed as dist

gpu = [2, 5][int(os.environ["LOCAL_RANK"])]
torch.cuda.set_device(gpu)  # as DistributedDataParallel(model, device_ids=[gpu]) would
dist.init_process_group("nccl")
