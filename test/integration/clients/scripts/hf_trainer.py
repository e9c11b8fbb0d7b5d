"""The Trainer of Transformers. Its main process prints the loss of each step."""

import json
import os
import sys
import tempfile

import torch
from torch.utils.data import TensorDataset
from transformers import Trainer, TrainingArguments


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))

    def forward(self, x, labels):
        return {"loss": torch.nn.functional.mse_loss(self.layers(x), labels)}


torch.manual_seed(0)
inputs = torch.randn(256, 8)
data = TensorDataset(inputs, inputs @ torch.arange(8.0).unsqueeze(1))
collate = lambda items: {"x": torch.stack([x for x, _ in items]), "labels": torch.stack([y for _, y in items])}
with tempfile.TemporaryDirectory() as folder:
    arguments = TrainingArguments(
        output_dir=folder,
        use_cpu=True,
        per_device_train_batch_size=8,
        num_train_epochs=1,
        logging_steps=1,
        disable_tqdm=True,
        report_to=[],
        save_strategy="no",
        remove_unused_columns=False,
        ddp_backend="gloo",
    )
    trainer = Trainer(model=Model(), args=arguments, train_dataset=data, data_collator=collate)
    trainer.train()
if trainer.is_world_process_zero():
    print()
    print(json.dumps([float(entry["loss"]) for entry in trainer.state.log_history if "loss" in entry]))
sys.stdout.flush()
os._exit(0)
