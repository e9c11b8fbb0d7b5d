"""One process and whole global batches: what all the others have to equal."""

import torch
from task import ACCUMULATE, CLIP, EPOCHS, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from torch.utils.data import default_collate

data, notes = Waves(), Notes()
model = make_model()
optimizer = make_optimizer(model)
for epoch in range(EPOCHS):
    order = torch.randperm(len(data), generator=torch.Generator().manual_seed(epoch)).tolist()
    for first in range(0, len(data), 64 * ACCUMULATE):
        batch = default_collate([data[number] for number in order[first : first + 64 * ACCUMULATE]])
        loss = mse_loss(model(batch["x"]), batch["labels"])
        loss.backward()
        notes.add(batch, loss)
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        optimizer.zero_grad()
notes.end(model)
