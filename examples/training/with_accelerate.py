"""Accelerate: the loader stays out of prepare(), which would divide it once more."""

import contextlib

from accelerate import Accelerator
from accelerate.utils import send_to_device
from rankplan.torch import ShareSampler, check_plan
from task import ACCUMULATE, CLIP, EPOCHS, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader

check_plan()
accelerator = Accelerator(cpu=True)  # without gradient_accumulation_steps: loss_scale has them
data, notes = Waves(), Notes()
sampler = ShareSampler(data)
loader = DataLoader(data, batch_sampler=sampler, num_workers=1)
model = make_model()
model, optimizer = accelerator.prepare(model, make_optimizer(model))
for epoch in range(EPOCHS):
    sampler.set_epoch(epoch)
    for step in sampler.steps(loader, accumulate=ACCUMULATE):
        batch = send_to_device(step.batch, accelerator.device)
        with contextlib.nullcontext() if step.updates else accelerator.no_sync(model):
            loss = mse_loss(model(batch["x"]), batch["labels"]) * step.loss_scale
            accelerator.backward(loss)
        notes.add(batch, loss)
        if step.updates:
            accelerator.clip_grad_norm_(model.parameters(), CLIP)
            optimizer.step()
            optimizer.zero_grad()
notes.end(model)
