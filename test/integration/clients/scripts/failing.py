"""DDP, until rank 2 fails in its fifth step: it raises, is killed, or leaves with a status of its own."""

import os
import signal
import sys

import torch
import torch.distributed as dist
from torch.distributed.elastic.multiprocessing.errors import record
from torch.nn.parallel import DistributedDataParallel


def fail(how: str) -> None:
    if how == "raises":
        raise ValueError("Expected 4 channels, got 3")
    if how == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    print("no more data", file=sys.stderr)
    sys.exit(3)


def main() -> None:
    dist.init_process_group("gloo")
    model = DistributedDataParallel(torch.nn.Linear(8, 1))
    for step in range(100):
        if dist.get_rank() == 2 and step == 5:
            fail(sys.argv[1])
        model(torch.randn(8, 8)).sum().backward()


if __name__ == "__main__":
    record(main)() if "--record" in sys.argv else main()
