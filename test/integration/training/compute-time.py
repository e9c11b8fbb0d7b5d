"""Ranks of known speed train with KIND, and report what time_compute finds: compute-time.py KIND [SECONDS].

A block takes a third of its time in forward and the rest in backward. By default time is imitated: work moves a clock on, and
each collective by 1000 s, so what is reported is exact. With SECONDS ranks sleep instead, SECONDS / speed in each step. KIND
`events` imitates a GPU whose events come 2.5 s of work after the program.
"""

import copy
import json
import os
import sys
import time

import rankplan
import torch
import torch.distributed as dist
from rankplan.torch import _compute, time_compute
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

KIND, SECONDS = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else None
SPEEDS, STEPS, LAYERS, WIDTH = [1.0, 0.7, 0.5, 1.2], 24 if SECONDS else 12, 4, 32
place = rankplan.current()
now = 0.0


class ImitatedClock(_compute._HostClock):
    def mark(self):
        return now


class ImitatedEvent:
    """It has no `synchronize`: nobody may wait for it."""

    def __init__(self, enable_timing):
        assert enable_timing

    def record(self):
        self.at = now

    def query(self):
        return now >= self.at + 2.5

    def elapsed_time(self, later):
        assert later.query()
        return 1000 * (later.at - self.at)


def wait(collective):
    def waits(*words, **named):
        global now
        now += 1000
        return collective(*words, **named)

    return waits


def wait_for_gradients(_, bucket: dist.GradBucket):
    return allreduce_hook(None, bucket).then(wait(lambda sum: sum.value()[0]))


def work(part):
    global now
    now += part / LAYERS / SPEEDS[place.rank]
    if SECONDS:
        time.sleep(SECONDS * part / LAYERS / SPEEDS[place.rank])


class Slow(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        work(1 / 3)
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        work(2 / 3)
        return gradient


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return Slow.apply(self.linear(x))


class Model(nn.Module):
    def __init__(self, frozen):
        super().__init__()
        torch.manual_seed(0)
        self.first = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.BatchNorm1d(WIDTH)
        self.blocks = nn.Sequential(*[Block() for _ in range(LAYERS)])
        if frozen:
            self.first.requires_grad_(False)

    def forward(self, x, labels=None):
        found = self.blocks(self.norm(self.first(x)))
        return found if labels is None else {"loss": (found - labels).square().mean()}


def prepare():
    model = Model(KIND.endswith("frozen"))
    if KIND.startswith("fsdp2"):
        for block in model.blocks:
            fully_shard(block)
        return fully_shard(model)
    if KIND == "events":
        torch.cuda.Event = ImitatedEvent
        _compute._HostClock = _compute._CudaClock
        return model
    if KIND == "accelerate":
        from accelerate import Accelerator

        return Accelerator(cpu=True).prepare(model)
    return DistributedDataParallel(model)


def train(model, count):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(count):
        x = torch.randn(8, WIDTH)
        with time_compute(model, samples=len(x)):
            loss = model(x).square().mean()
            loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def train_by_trainer(count):
    from transformers import Trainer, TrainingArguments

    class TimedTrainer(Trainer):
        def training_step(self, model, inputs, num_items_in_batch=None):
            with time_compute(model, samples=len(inputs["x"])):
                return super().training_step(model, inputs, num_items_in_batch)

    data = [{"x": torch.randn(WIDTH), "labels": torch.randn(WIDTH)} for _ in range(8 * len(SPEEDS) * count)]
    arguments = TrainingArguments(
        output_dir=os.environ["RANKPLAN_RUN_DIR"],
        per_device_train_batch_size=8,
        max_steps=count // 2,
        gradient_accumulation_steps=2,
        save_strategy="no",
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
    )
    TimedTrainer(Model(frozen=False), arguments, train_dataset=data).train()


torch.set_num_threads(1)
if SECONDS is None:
    _compute._HostClock = ImitatedClock
    for name in ("all_gather_single", "reduce_scatter_single", "_broadcast_coalesced"):
        setattr(dist, name, wait(getattr(dist, name)))
if KIND == "trainer":
    train_by_trainer(STEPS)
else:
    dist.init_process_group("gloo")
    model = prepare()
    if isinstance(model, DistributedDataParallel) and SECONDS is None:
        model.register_comm_hook(None, wait_for_gradients)
    train(model, STEPS)
    if isinstance(model, DistributedDataParallel):
        copied = copy.deepcopy(model.module)  # as for a moving average of the weights
        copied(torch.randn(8, WIDTH)).sum().backward()
        torch.save(model.module, os.devnull)
dist.barrier()
print(json.dumps({"waited": now}), flush=True)
sys.stderr.flush()
os._exit(0)
