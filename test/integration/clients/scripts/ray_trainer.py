"""Ray Train: one process asks Ray for workers, which train with DDP. Worker 0 prints the mean loss of each step."""

import json
import os

import ray
import ray.train.torch
import torch
import torch.distributed as dist


def train() -> None:
    torch.manual_seed(0)
    rank, world_size = dist.get_rank(), dist.get_world_size()
    inputs = torch.randn(256, 8)
    targets = inputs @ torch.arange(8.0).unsqueeze(1)
    model = ray.train.torch.prepare_model(torch.nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for step in range(8):
        start = (step * world_size + rank) * 8
        loss = torch.nn.functional.mse_loss(model(inputs[start : start + 8]), targets[start : start + 8])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        mean = loss.detach().clone()
        dist.all_reduce(mean)
        losses.append(mean.item() / world_size)
    if rank == 0:
        print(json.dumps(losses), flush=True)


workers = int(os.environ.get("WORKERS", "4"))
scaling = ray.train.ScalingConfig(num_workers=workers, use_gpu=False)
backend = ray.train.torch.TorchConfig(backend="gloo")
ray.train.torch.TorchTrainer(train, scaling_config=scaling, torch_config=backend).fit()
