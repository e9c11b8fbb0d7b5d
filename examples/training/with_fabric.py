"""Lightning Fabric: the loader keeps its own sampler."""

from lightning.fabric import Fabric
from rankplan import current
from rankplan.torch import ShareSampler, check_plan
from task import ACCUMULATE, CLIP, EPOCHS, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader

check_plan()
fabric = Fabric(accelerator="cpu", strategy="ddp", devices=current().local_world_size)
fabric.launch()
data, notes = Waves(), Notes()
sampler = ShareSampler(data)
loader = DataLoader(data, batch_sampler=sampler, num_workers=1)
loader = fabric.setup_dataloaders(loader, use_distributed_sampler=False)
model = make_model()
model, optimizer = fabric.setup(model, make_optimizer(model))
for epoch in range(EPOCHS):
    sampler.set_epoch(epoch)
    for step in sampler.steps(loader, accumulate=ACCUMULATE):
        with fabric.no_backward_sync(model, enabled=not step.updates):
            loss = mse_loss(model(step.batch["x"]), step.batch["labels"]) * step.loss_scale
            fabric.backward(loss)
        notes.add(step.batch, loss)
        if step.updates:
            fabric.clip_gradients(model, optimizer, max_norm=CLIP)
            optimizer.step()
            optimizer.zero_grad()
notes.end(model)
