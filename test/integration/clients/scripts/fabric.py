"""Lightning Fabric: a loop of one's own. Rank 0 prints the mean loss of each step."""

import json
import os
import sys
import warnings

import torch
from lightning.fabric import Fabric
from torch.utils.data import DataLoader, TensorDataset

warnings.filterwarnings("ignore")
fabric = Fabric(
    accelerator="cpu",
    strategy="ddp",
    devices=int(os.environ["LOCAL_WORLD_SIZE"]),
    num_nodes=int(os.environ["GROUP_WORLD_SIZE"]),
)
fabric.launch()
fabric.seed_everything(0, verbose=False)
inputs = torch.randn(256, 8)
data = TensorDataset(inputs, inputs @ torch.arange(8.0).unsqueeze(1))
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
model, optimizer = fabric.setup(model, torch.optim.SGD(model.parameters(), lr=0.05))
losses = []
for x, y in fabric.setup_dataloaders(DataLoader(data, batch_size=8, shuffle=True)):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    fabric.backward(loss)
    optimizer.step()
    losses.append(fabric.all_reduce(loss.detach()).item())
if fabric.is_global_zero:
    print(json.dumps(losses))
sys.stdout.flush()
os._exit(0)
