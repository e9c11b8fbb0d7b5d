"""An ordinary DDP script: it knows nothing of rankplan. Rank 0 prints the mean loss of each step as JSON."""

import json
import os
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)

inputs = torch.randn(256, 8)
targets = inputs @ torch.arange(8.0).unsqueeze(1) + 0.1 * torch.randn(256, 1)
data = TensorDataset(inputs, targets)
sampler = DistributedSampler(data, shuffle=True, seed=1)
loader = DataLoader(data, batch_size=8, sampler=sampler)

model = DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1)))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

losses = []
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        losses.append(mean.item() / world_size)

# Every rank saw every other: the sum of all ranks proves it.
present = torch.tensor([rank + 1.0])
dist.all_reduce(present)
assert present.item() == world_size * (world_size + 1) / 2, present
assert int(os.environ["RANK"]) == rank
if rank == 0:
    print(json.dumps(losses))
dist.destroy_process_group()

# torch 2.13's CPU build aborts now and then ("terminate called without an active exception") when a process that used
# DDP runs its exit handlers, under torchrun too: leave without them.
sys.stdout.flush()
os._exit(0)
