"""FSDP2: parameters are sharded evenly, samples are not."""

import torch
import torch.distributed as dist
from rankplan.torch import ShareSampler, check_plan
from task import ACCUMULATE, CLIP, EPOCHS, Notes, Waves, make_model, make_optimizer
from torch.distributed.fsdp import fully_shard
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader

check_plan()
dist.init_process_group("gloo")
data, notes = Waves(), Notes()
sampler = ShareSampler(data)
loader = DataLoader(data, batch_sampler=sampler, num_workers=1)
model = fully_shard(make_model())
optimizer = make_optimizer(model)
for epoch in range(EPOCHS):
    sampler.set_epoch(epoch)
    for step in sampler.steps(loader, accumulate=ACCUMULATE):
        model.set_requires_gradient_sync(step.updates)
        loss = mse_loss(model(step.batch["x"]), step.batch["labels"]) * step.loss_scale
        loss.backward()
        notes.add(step.batch, loss)
        if step.updates:
            torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            optimizer.step()
            optimizer.zero_grad()
notes.end(model)
