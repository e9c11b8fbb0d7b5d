"""A mesh of 2 × N/2: tensor parallel in pairs, data parallel over them. Rank 0 prints the mean loss of each step."""

import json
import os
import sys

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size() // 2, 2), mesh_dim_names=("dp", "tp"))
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
parallelize_module(model, mesh["tp"], {"0": ColwiseParallel(), "2": RowwiseParallel()})
fully_shard(model, mesh=mesh["dp"])
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, foreach=False)

inputs = torch.randn(256, 8)
targets = inputs @ torch.arange(8.0).unsqueeze(1)
replica, replicas = mesh["dp"].get_local_rank(), mesh["dp"].size()
losses = []
for step in range(8):
    start = (step * replicas + replica) * 8
    loss = torch.nn.functional.mse_loss(model(inputs[start : start + 8]), targets[start : start + 8])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    mean = loss.detach().clone()
    dist.all_reduce(mean)
    losses.append(mean.item() / dist.get_world_size())

if dist.get_rank() == 0:
    print(json.dumps(losses))
dist.destroy_process_group()
sys.stdout.flush()
os._exit(0)
