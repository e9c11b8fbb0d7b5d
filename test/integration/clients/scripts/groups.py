"""New process groups: neighbours average what they have, then all do, as local SGD. Rank 0 prints the mean losses."""

import json
import os
import sys

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
pair, _ = dist.new_subgroups_by_enumeration([[i, i + 1] for i in range(0, world_size, 2)])
ends = dist.new_group([0, world_size - 1])
torch.manual_seed(0)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)

inputs = torch.randn(256, 8)
targets = inputs @ torch.arange(8.0).unsqueeze(1)
losses = []
for step in range(8):
    start = (step * world_size + rank) * 8
    loss = torch.nn.functional.mse_loss(model(inputs[start : start + 8]), targets[start : start + 8])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for parameter in model.parameters():
        dist.all_reduce(parameter.data, group=None if step % 4 == 3 else pair)
        parameter.data /= world_size if step % 4 == 3 else 2
    mean = loss.detach().clone()
    dist.all_reduce(mean)
    losses.append(mean.item() / world_size)

if rank in (0, world_size - 1):
    dist.barrier(group=ends)
if rank == 0:
    print(json.dumps(losses))
dist.destroy_process_group()
sys.stdout.flush()
os._exit(0)
