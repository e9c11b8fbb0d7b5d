"""Trains by itself on one machine, and as one rank where a launcher has started it."""

import os
import sys

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def train(rank: int, world: int) -> None:
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29500")
    dist.init_process_group("gloo", rank=rank, world_size=world)
    total = torch.tensor([rank + 1])
    dist.all_reduce(total)
    # One write: ranks that share an output do not mix their lines, even where Python does not buffer.
    sys.stdout.write(f"rank {rank} of {world}: sum {total.item()}\n")
    dist.destroy_process_group()


if __name__ == "__main__":
    if "RANK" in os.environ:
        train(int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"]))
    else:
        mp.spawn(train, args=(2,), nprocs=2)
