"""DDP whose data come from processes of its own: DataLoader workers by `spawn`, and a child of each rank that prepares."""

import json
import os
import subprocess
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def main() -> None:
    dist.init_process_group("gloo")
    rank, world_size = dist.get_rank(), dist.get_world_size()
    prepare = "import os; print(int(os.environ['RANK']) + 1)"
    share = int(subprocess.run([sys.executable, "-c", prepare], capture_output=True, check=True).stdout)
    torch.manual_seed(0)
    inputs = torch.randn(128, 8)
    data = TensorDataset(inputs, inputs @ torch.arange(8.0).unsqueeze(1))
    sampler = DistributedSampler(data, seed=1)
    loader = DataLoader(data, 8, sampler=sampler, num_workers=1, multiprocessing_context="spawn")
    model = DistributedDataParallel(torch.nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for x, y in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        losses.append(mean.item() / world_size)
    total = torch.tensor([share])
    dist.all_reduce(total)
    if rank == 0:
        print(json.dumps([*losses, total.item()]))
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)
