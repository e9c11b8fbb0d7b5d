"""DDP on three machines. Each rank trains its share of the batch; without a GPU (to try it) on the CPU."""

import os
import socket
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS, SAMPLES = 20, 69
rank, local_rank = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
device = f"cuda:{local_rank}" if torch.cuda.is_available() else "cpu"
if device != "cpu":
    torch.cuda.set_device(device)
dist.init_process_group("nccl" if device != "cpu" else "gloo")
torch.manual_seed(0)
inputs = torch.randn(SAMPLES, 8)
targets = inputs.sum(dim=1, keepdim=True)
shares = [int(share) for share in os.environ["RANKPLAN_BATCH_SHARES"].split(",")]
first = sum(shares[:rank])
x, y = (each[first : first + shares[rank]].to(device) for each in (inputs, targets))
model = DistributedDataParallel(torch.nn.Linear(8, 1).to(device))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(STEPS):
    if f"--fail-at={step}" in sys.argv and rank == 2:
        print("the loss is nan", file=sys.stderr, flush=True)
        os._exit(1)  # at once: an exception closes the connections first, and others may end before this rank does
    # The mean over all samples, whoever has them: what one process would have.
    loss = ((model(x) - y) ** 2).mean() * float(os.environ["RANKPLAN_LOSS_SCALE"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
total = loss.detach() / dist.get_world_size()
dist.all_reduce(total)
print(f"{socket.gethostname()} trained {len(x)} of {SAMPLES} samples a step; loss {total.item():.6f}", flush=True)
dist.destroy_process_group()
