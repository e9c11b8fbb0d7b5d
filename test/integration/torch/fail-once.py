"""Ranks sum their numbers; the last one fails in the first attempt, while the others wait for it in the next sum."""

import os
import sys

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
attempt = int(os.environ["TORCHELASTIC_RESTART_COUNT"])
total = torch.tensor([dist.get_rank() + 1])
dist.all_reduce(total)
print(f"attempt {attempt}: sum {total.item()}", flush=True)
if attempt == 0:
    if dist.get_rank() == dist.get_world_size() - 1:
        sys.exit(3)
    dist.all_reduce(total)
dist.barrier()
dist.destroy_process_group()
sys.stdout.flush()
os._exit(0)
