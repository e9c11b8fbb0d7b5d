"""Plain DistributedDataParallel, with checkpoints: python3 with_ddp.py [CHECKPOINT [UPDATES]]

It goes on from the checkpoint if there is one, and stops after so many updates.
"""

import contextlib
import sys
from pathlib import Path

import torch
import torch.distributed as dist
from rankplan.torch import ShareSampler, check_plan
from task import ACCUMULATE, CLIP, EPOCHS, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

checkpoint = Path(sys.argv[1]) if len(sys.argv) > 1 else None
updates_left = int(sys.argv[2]) if len(sys.argv) > 2 else None

check_plan()
dist.init_process_group("gloo")  # with GPUs: "nccl", and torch.cuda.set_device(current().local_rank)
data, notes = Waves(), Notes()
sampler = ShareSampler(data)
loader = DataLoader(data, batch_sampler=sampler, num_workers=1)
model = DistributedDataParallel(make_model())
optimizer = make_optimizer(model)

if checkpoint and checkpoint.exists():
    state = torch.load(checkpoint)
    model.module.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    sampler.load_state_dict(state["sampler"])

for epoch in range(sampler.epoch, EPOCHS):
    sampler.set_epoch(epoch)
    for step in sampler.steps(loader, accumulate=ACCUMULATE):
        with contextlib.nullcontext() if step.updates else model.no_sync():
            loss = mse_loss(model(step.batch["x"]), step.batch["labels"]) * step.loss_scale
            loss.backward()
        notes.add(step.batch, loss)
        if not step.updates:
            continue
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        optimizer.zero_grad()
        if checkpoint and dist.get_rank() == 0:
            parts = {"model": model.module, "optimizer": optimizer, "sampler": sampler}
            torch.save({name: part.state_dict() for name, part in parts.items()}, checkpoint)
        if updates_left is not None:
            updates_left -= 1
            if updates_left == 0:
                notes.end(model)
notes.end(model)
