"""A rank of bench/measure-shares.mjs: DDP over gloo, on a machine where ranks are as fast as BENCH_SPEEDS says.

The work of a step is made to take share / speed seconds, whatever this machine is like; gradients, their average over
ranks and the optimizer are real. Rank 0 prints the seconds of each whole step as a list.
"""

import json
import os
import time

import rankplan
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS, WARM_UP = int(os.environ["BENCH_STEPS"]), 3

torch.set_num_threads(1)
place = rankplan.current()
speed = float(os.environ["BENCH_SPEEDS"].split(",")[place.gpus[0]])
dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(64, 64))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
steps = []
for step in range(WARM_UP + STEPS):
    dist.barrier()
    begin = time.perf_counter()
    loss = model(torch.randn(place.share, 64)).square().mean() * place.loss_scale
    time.sleep(max(0.0, begin + place.share / speed - time.perf_counter()))
    rankplan.report_step(time.perf_counter() - begin)
    loss.backward()  # waits for the slowest rank
    optimizer.step()
    optimizer.zero_grad()
    if step >= WARM_UP:
        steps.append(time.perf_counter() - begin)
if place.rank == 0:
    print(json.dumps(steps))
dist.barrier()
del model
dist.destroy_process_group()
