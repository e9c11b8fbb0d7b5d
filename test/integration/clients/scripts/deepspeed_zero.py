"""DeepSpeed, ZeRO stage 2 over gloo. Rank 0 prints the mean loss of each step."""

import json
import os
import sys

import deepspeed
import torch
import torch.distributed as dist

deepspeed.init_distributed("gloo", verbose=False)
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
config = {
    "train_micro_batch_size_per_gpu": 8,
    "zero_optimization": {"stage": 2},
    "zero_allow_untested_optimizer": True,
    "gradient_clipping": 0.0,
}
engine, *_ = deepspeed.initialize(
    model=model, optimizer=torch.optim.SGD(model.parameters(), lr=0.05), config=config
)
inputs = torch.randn(256, 8)
targets = inputs @ torch.arange(8.0).unsqueeze(1)
losses = []
for step in range(8):
    start = (step * world_size + rank) * 8
    loss = torch.nn.functional.mse_loss(engine(inputs[start : start + 8]), targets[start : start + 8])
    engine.backward(loss)
    engine.step()
    mean = loss.detach().clone()
    dist.all_reduce(mean)
    losses.append(mean.item() / world_size)
if rank == 0:
    print(json.dumps(losses))
sys.stdout.flush()
os._exit(0)
