"""Hugging Face's Trainer, with checkpoints: python3 with_trainer.py [FOLDER [UPDATES]]

A ShareTrainer in the place of the Trainer is all that it needs.
"""

import sys
from pathlib import Path

import torch
from rankplan.torch import check_plan
from rankplan.transformers import ShareTrainer
from task import ACCUMULATE, CLIP, EPOCHS, LEARNING_RATE, Notes, Waves, make_model, make_optimizer
from torch.nn.functional import mse_loss
from transformers import TrainingArguments
from transformers.trainer_utils import get_last_checkpoint


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = make_model()

    def forward(self, x, labels=None):
        return {"loss": mse_loss(self.layers(x), labels)}


class NotingTrainer(ShareTrainer):
    def training_step(self, model, inputs, num_items_in_batch=None):
        numbers = inputs.pop("number")
        loss = super().training_step(model, inputs, num_items_in_batch)
        notes.add({"number": numbers}, loss)
        return loss


check_plan()
folder = sys.argv[1] if len(sys.argv) > 1 else None
updates = int(sys.argv[2]) if len(sys.argv) > 2 else -1
data, notes = Waves(), Notes()
arguments = TrainingArguments(
    output_dir=folder,
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
    dataloader_num_workers=1,
    remove_unused_columns=False,
)
model = Model()
trainer = NotingTrainer(model, arguments, train_dataset=data, optimizers=(make_optimizer(model), None))
last = get_last_checkpoint(folder) if folder and Path(folder).is_dir() else None
trainer.train(resume_from_checkpoint=last)
notes.end(model)
