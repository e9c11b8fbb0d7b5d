"""What ranks find for their samples, brought together: each sample once and in order, over random shares and lengths.

Started as four ranks, by Accelerate. Each rank prints how many cases of each kind there were.
"""

import json
import os
import random
import sys
from collections import Counter

import torch
import torch.distributed as dist
from accelerate import Accelerator
from rankplan.torch import EvalSampler, ShareSampler
from torch.utils.data import DataLoader, TensorDataset
from torchmetrics import MeanSquaredError

SEEN: Counter = Counter()
DTYPES = [torch.float32, torch.float64, torch.bfloat16, torch.int16, torch.uint8, torch.bool]


def make_data(length):
    x = torch.arange(length * 3, dtype=torch.float64).reshape(length, 3).sin()
    return TensorDataset(torch.arange(length), x)


def check_order(model, alone, data, sampler, workers):
    """As many batches on all ranks, and together what one process finds."""
    loader = DataLoader(data, batch_sampler=sampler, num_workers=workers)
    numbers, found, metric = [], [], MeanSquaredError().set_dtype(torch.float64)
    with torch.no_grad():
        for step in sampler.steps(loader):
            number, x = step.batch
            assert len(x) == max(1, step.samples)
            SEEN["stand-ins"] += step.samples == 0
            numbers.append(step.gather(number))
            mine = model(x)
            found.append(step.gather(mine))
            if step.samples:
                metric.update(mine[:, 0], x[:, 0])
            assert len(numbers[-1]) == min(sampler.global_batch, len(data) - sampler.global_batch * (len(numbers) - 1))
    assert torch.cat(numbers or [torch.arange(0)]).tolist() == list(range(len(data)))
    if found:
        wanted = alone(data.tensors[1])
        assert torch.allclose(torch.cat(found), wanted, rtol=0, atol=1e-14)
        assert abs(metric.compute() - (wanted[:, 0] - data.tensors[1][:, 0]).square().mean()) < 1e-14
    SEEN["cases"] += 1


def check_types(draw, shares):
    """Rows of any kind and shape."""
    dtype, shape = draw.choice(DTYPES), draw.choice([(), (2,), (0,), (3, 1, 2)])
    length = draw.randrange(1, 2 * sum(shares))
    rows = (torch.randn(length, *shape, generator=torch.Generator().manual_seed(draw.randrange(99))) * 9).to(dtype)
    sampler = EvalSampler(length, shares, dist.get_rank())
    parts = [step.gather(rows[step.batch]) for step in sampler.steps(sampler)]
    assert torch.equal(torch.cat(parts), rows), (dtype, shape)
    assert not step_of_one(sampler).gather(rows[:1].float().requires_grad_()).requires_grad
    SEEN[f"{str(dtype)[6:]}"] += 1


def step_of_one(sampler):
    return next(ShareSampler(4, [1, 1, 1, 1], sampler.rank).steps(range(4)))


def check_broken_off(draw, shares):
    """An evaluation that is left early is whole the next time; training in between does not matter."""
    data = range(draw.randrange(sum(shares), 4 * sum(shares)))
    sampler = EvalSampler(data, shares, dist.get_rank())
    loader = DataLoader(data, batch_sampler=sampler)
    for _ in sampler.steps(loader):
        break
    for _ in range(2):
        gathered = [step.gather(step.batch) for step in sampler.steps(loader)]
        assert torch.cat(gathered).tolist() == list(data)
    SEEN["broken off"] += 1


def check_refusals(rank):
    """What does not fit is an error on every rank, and the ranks go on together."""
    for what, rows in [
        ("rank 2 gathers [3] for 1 samples", torch.zeros(1 + 2 * (rank == 2))),
        ("rank 1 gathers [] for 1 samples", torch.zeros([1] * (rank != 1))),
        ("rank 3 gathers rows of [5]", torch.zeros(1, 4 + (rank == 3))),
        ("rank 1 gathers rows of [] torch.int64", torch.zeros(1, dtype=torch.int64 if rank == 1 else torch.float32)),
    ]:
        for _ in range(2):
            try:
                step_of_one(EvalSampler(4, [1] * 4, rank)).gather(rows)
                raise AssertionError(f"not refused: {what}")
            except ValueError as error:
                assert what in str(error), error
            SEEN["refused"] += 1


accelerator = Accelerator(cpu=True)
torch.manual_seed(0)
alone = torch.nn.Linear(3, 2).double()
model = accelerator.prepare(alone)
alone = accelerator.unwrap_model(model)
source = random.Random(7)
for case in range(42):
    shares = [source.choice([1, 1, 2, 3, 8, 20]) for _ in range(4)]
    length = source.choice([0, 1, 3, 4, sum(shares), source.randrange(4 * sum(shares))])
    sampler = EvalSampler(length, shares, dist.get_rank())
    check_order(model, alone, make_data(length), sampler, workers=int(case % 20 == 0))
    check_types(source, shares)
    if case % 6 == 0:
        check_broken_off(source, shares)
check_refusals(dist.get_rank())
del SEEN["stand-ins"]  # not on rank 0
print(json.dumps(SEEN))
dist.barrier()
sys.stdout.flush()
os._exit(0)  # see test/integration/torch/train.py
