"""FSDP2: every layer is sharded over all ranks. Rank 0 prints the mean loss of each step."""

import json
import os
import sys

import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
for layer in (model[0], model[2], model):
    fully_shard(layer, mesh=dist.device_mesh.init_device_mesh("cpu", (world_size,)))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

inputs = torch.randn(256, 8)
targets = inputs @ torch.arange(8.0).unsqueeze(1)
losses = []
for step in range(8):
    start = (step * world_size + rank) * 8
    loss = torch.nn.functional.mse_loss(model(inputs[start : start + 8]), targets[start : start + 8])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    mean = loss.detach().clone()
    dist.all_reduce(mean)
    losses.append(mean.item() / world_size)

if rank == 0:
    print(json.dumps(losses))
dist.destroy_process_group()
sys.stdout.flush()
os._exit(0)
