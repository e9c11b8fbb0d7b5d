"""Every update's gradients under uneven shares, beside those of one process that reads the global batches.

Started as four ranks. Prints, for each kind of case, the largest relative error of all its cases.
"""

import contextlib
import json
import os
import sys
from collections import Counter

import torch
import torch.distributed as dist
from rankplan.torch import ShareSampler, check_plan, scale_for
from torch.distributed.fsdp import fully_shard
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset

SHARES = [
    (8, 8, 8, 8),
    (20, 20, 16, 8),
    (29, 1, 1, 1),
    (1, 2, 3, 4),
    (5, 4, 3, 2),
    (13, 7, 11, 1),
    (1, 1, 1, 61),
    (3, 1, 1, 2),
]
WORST: Counter = Counter()


def make_data(length, dtype):
    generator = torch.Generator().manual_seed(5)
    x = torch.randn(length, 6, generator=generator, dtype=dtype)
    return TensorDataset(x, torch.sin(x.sum(1, keepdim=True)))


def make_model(dtype, norm="layer"):
    torch.manual_seed(3)
    middle = {"layer": torch.nn.LayerNorm(12), "batch": torch.nn.BatchNorm1d(12)}[norm]
    return torch.nn.Sequential(torch.nn.Linear(6, 12), middle, torch.nn.Tanh(), torch.nn.Linear(12, 1)).to(dtype)


def read_gradients(model, clip):
    if clip is not None:
        torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    whole = [each.grad.full_tensor() if hasattr(each.grad, "full_tensor") else each.grad for each in model.parameters()]
    return torch.cat([each.flatten() for each in whole]).detach().clone()


def train_alone(data, batch, accumulate, clip, norm, epochs, last):
    """The reference, which knows nothing of rankplan: one process, updates of whole batches."""
    model = make_model(data.tensors[0].dtype, norm)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    found = []
    for epoch in range(epochs):
        order = torch.randperm(len(data), generator=torch.Generator().manual_seed(11 + epoch))
        order = order[: len(data) // batch * batch] if last == "drop" else order
        for chosen in order.split(batch * accumulate):
            x, y = data[chosen]
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            found.append(read_gradients(model, clip))
            optimizer.step()
    return found


def train_together(data, shares, accumulate, clip, norm, epochs, last, wrap, workers):
    model = wrap(make_model(data.tensors[0].dtype, norm))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    sampler = ShareSampler(data, shares, dist.get_rank(), seed=11, last=last)
    loader = DataLoader(data, batch_sampler=sampler, num_workers=workers)
    found = []
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for step in sampler.steps(loader, accumulate):
            x, y = step.batch
            with hold_back(model, step.updates):
                (F.mse_loss(model(x), y) * step.loss_scale).backward()
            if step.updates:
                found.append(read_gradients(model, clip))
                optimizer.step()
                optimizer.zero_grad()
    return found


def hold_back(model, updates):
    """Gradients of a batch without an update stay on their rank."""
    if isinstance(model, DistributedDataParallel):
        return contextlib.nullcontext() if updates else model.no_sync()
    model.set_requires_gradient_sync(updates)
    return contextlib.nullcontext()


def compare(kind, shares, dtype, *, length=None, accumulate=1, clip=None, norm="layer", last="share",
            epochs=1, wrap=DistributedDataParallel, workers=0):  # fmt: skip
    data = make_data(4 * sum(shares) + 5 if length is None else length, dtype)
    wanted = train_alone(data, sum(shares), accumulate, clip, norm, epochs, last)
    found = train_together(data, shares, accumulate, clip, norm, epochs, last, wrap, workers)
    assert len(found) == len(wanted) > 0, (kind, len(found), len(wanted))
    errors = [((a - b).abs().max() / b.abs().max()).item() for a, b in zip(found, wanted)]
    WORST[f"{kind} {str(dtype)[6:]}"] = max(WORST[f"{kind} {str(dtype)[6:]}"], *errors)


def weigh(kind, weights, dtype):
    """Weighted means, of items of which ranks have unlike numbers."""
    data, counts = make_data(30, dtype), (17, 6, 4, 3)
    begin = sum(counts[: dist.get_rank()])
    mine = slice(begin, begin + counts[dist.get_rank()])

    def mean(model, part):
        parts = weights[part] / weights[part].sum()
        return (((model(data.tensors[0][part]) - data.tensors[1][part]) ** 2).squeeze(1) * parts.to(dtype)).sum()

    model, alone = DistributedDataParallel(make_model(dtype)), make_model(dtype)
    (mean(model, mine) * scale_for(weights[mine].sum())).backward()
    mean(alone, slice(None)).backward()
    a, b = read_gradients(model, None), read_gradients(alone, None)
    error = ((a - b).abs().max() / b.abs().max()).item()
    WORST[f"{kind} {str(dtype)[6:]}"] = max(WORST[f"{kind} {str(dtype)[6:]}"], error)


def shard(model):
    fully_shard(model[0])
    return fully_shard(model)


check_plan()
dist.init_process_group("gloo")
for dtype in (torch.float32, torch.float64):
    for shares in SHARES:
        compare("plain", shares, dtype)
        compare("accumulated", shares, dtype, accumulate=3, epochs=2)
        compare("clipped", shares, dtype, clip=0.05, accumulate=2)
        compare("fewer samples than ranks", shares, dtype, length=2 * sum(shares) + 2, accumulate=2)
        compare("dropped", shares, dtype, last="drop")
        compare("fsdp2", shares, dtype, accumulate=2, clip=0.05, wrap=shard)
    compare("workers", SHARES[1], dtype, workers=2, epochs=2, accumulate=2)
    compare("batch norm", (20, 20, 16, 8), dtype, norm="batch", last="drop")
    weigh("tokens", torch.ones(30, dtype=torch.float64), dtype)
    for seed, size in enumerate((1e-300, 1e-12, 0.01, 1.0, 1e12)):
        generator = torch.Generator().manual_seed(seed)
        weigh("weights", torch.rand(30, generator=generator, dtype=torch.float64) * size, dtype)
assert scale_for(0) == 0 and scale_for(torch.tensor(0.25)) == 1
if dist.get_rank() == 0:
    print(json.dumps(WORST))
dist.destroy_process_group()
sys.stdout.flush()
os._exit(0)  # see test/integration/torch/train.py
