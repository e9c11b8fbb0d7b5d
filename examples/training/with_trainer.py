"""Hugging Face's Trainer, with checkpoints: python3 with_trainer.py [FOLDER [UPDATES]]

It counts the labels of all ranks itself, where the loss is a sum that is divided by num_items_in_batch.
"""

import sys
import tempfile
from pathlib import Path

import torch
from rankplan.torch import ShareSampler, check_plan
from task import ACCUMULATE, CLIP, EPOCHS, LEARNING_RATE, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader
from transformers import Trainer, TrainingArguments
from transformers.trainer_utils import get_last_checkpoint


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = make_model()

    def forward(self, x, labels=None):
        return {"logits": self.layers(x)}


class ShareTrainer(Trainer):
    def get_train_dataloader(self):
        sampler = ShareSampler(self.train_dataset, seed=self.args.data_seed)
        loader = DataLoader(self.train_dataset, batch_sampler=sampler, num_workers=1)
        loader.set_epoch = sampler.set_epoch  # the Trainer calls it
        return loader

    def training_step(self, model, inputs, num_items_in_batch=None):
        numbers = inputs.pop("number")
        loss = super().training_step(model, inputs, num_items_in_batch)
        notes.add({"number": numbers}, loss)
        return loss


def mean_of_all(outputs, labels, num_items_in_batch):
    return mse_loss(outputs["logits"], labels, reduction="sum") / num_items_in_batch


check_plan()
folder = sys.argv[1] if len(sys.argv) > 1 else None
updates = int(sys.argv[2]) if len(sys.argv) > 2 else -1
data, notes = Waves(), Notes()
arguments = TrainingArguments(
    output_dir=folder or tempfile.mkdtemp(),
    save_strategy="steps" if folder else "no",
    save_steps=2,
    use_cpu=True,
    num_train_epochs=EPOCHS,
    max_steps=updates,
    gradient_accumulation_steps=ACCUMULATE,
    max_grad_norm=CLIP,
    learning_rate=LEARNING_RATE,
    lr_scheduler_type="constant",
    data_seed=0,
    report_to=[],
    disable_tqdm=True,
)
model = Model()
trainer = ShareTrainer(
    model,
    arguments,
    train_dataset=data,
    compute_loss_func=mean_of_all,
    optimizers=(make_optimizer(model), None),
)
last = get_last_checkpoint(folder) if folder and Path(folder).is_dir() else None
trainer.train(resume_from_checkpoint=last)
notes.end(model)
