"""Every update of a ShareTrainer beside that of one process, for each kind of loss that a Trainer may have.

Started as four ranks. Prints, for each kind of loss, the largest relative error of all its cases.
"""

import json
import os
import sys
from collections import Counter

import torch
import torch.distributed as dist
from rankplan.torch import check_plan
from rankplan.transformers import ShareTrainer
from torch.nn import functional as F
from torch.utils.data import Dataset, default_collate
from transformers import LlamaConfig, LlamaForCausalLM, TrainerCallback, TrainingArguments

SHARES = [(8, 8, 8, 8), (20, 20, 16, 8), (1, 2, 3, 4), (1, 1, 1, 13)]
FOLDER = os.environ["RANKPLAN_RUN_DIR"]
WORST: Counter = Counter()
IGNORED = -100


class Words(Dataset):
    """Sentences of unlike lengths, filled up with what no loss counts."""

    def __init__(self, length):
        draw = torch.Generator().manual_seed(5)
        self.ids = torch.randint(1, 20, (length, 7), generator=draw)
        self.labels = self.ids.clone()
        for row, size in enumerate(torch.randint(2, 8, (length,), generator=draw).tolist()):
            self.labels[row, size:] = IGNORED

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, row):
        return {"input_ids": self.ids[row], "labels": self.labels[row]}

    def __getitems__(self, rows):  # as those of Hugging Face have it
        return [self[row] for row in rows]


class Sums(torch.nn.Module):
    """A regression of the words, whose own loss is a mean over samples."""

    def __init__(self):
        super().__init__()
        self.embed, self.out = torch.nn.Embedding(20, 6), torch.nn.Linear(6, 1)

    def forward(self, input_ids, labels=None):
        found = self.out(torch.tanh(self.embed(input_ids).sum(1)))
        wanted = input_ids.double().sum(1, keepdim=True) / 50
        return {"loss": F.mse_loss(found, wanted), "logits": found}


def make(kind):
    torch.manual_seed(3)
    if kind != "tokens":
        return Sums().double()
    size = {"hidden_size": 8, "intermediate_size": 8, "num_attention_heads": 2, "num_hidden_layers": 1}
    return LlamaForCausalLM(LlamaConfig(vocab_size=20, max_position_embeddings=8, **size)).double()


def count_labels(outputs, labels, num_items_in_batch):
    """A loss function of the user's, as Transformers wants it: a sum, divided by what all ranks count."""
    rows = (labels != IGNORED).sum(1, keepdim=True)
    return (outputs["logits"].square() * rows).sum() / num_items_in_batch


def loss_alone(kind, model, batch):
    outputs = model(**batch)
    if kind == "function":
        return count_labels(outputs, batch["labels"], (batch["labels"] != IGNORED).sum())
    return outputs["loss"]


def gradients(model):
    return torch.cat([each.grad.flatten() for each in model.parameters()]).detach().clone()


class Note(TrainerCallback):
    def __init__(self, model):
        self.model, self.found = model, []

    def on_pre_optimizer_step(self, *_, **__):
        self.found.append(gradients(self.model))


def train_alone(kind, data, batch, accumulate, epochs):
    model, found = make(kind), []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        order = torch.randperm(len(data), generator=torch.Generator().manual_seed(11 + epoch))
        for chosen in order.split(batch * accumulate):
            optimizer.zero_grad()
            loss_alone(kind, model, default_collate([data[row] for row in chosen.tolist()])).backward()
            found.append(gradients(model))
            optimizer.step()
    return found


def train_together(kind, data, accumulate, epochs, trainer=ShareTrainer):
    model = make(kind)
    note = Note(model)
    arguments = TrainingArguments(
        output_dir=FOLDER, use_cpu=True, num_train_epochs=epochs, gradient_accumulation_steps=accumulate,
        max_grad_norm=0, data_seed=11, save_strategy="no", report_to=[], disable_tqdm=True, logging_strategy="no",
        lr_scheduler_type="constant", ddp_find_unused_parameters=False,
    )  # fmt: skip
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    function = count_labels if kind == "function" else None
    options = {"train_dataset": data, "compute_loss_func": function, "callbacks": [note]}
    running = trainer(model, arguments, optimizers=(optimizer, None), **options)
    running.train()
    return note.found, running


def compare(kind, shares, length, accumulate, epochs=1):
    os.environ["RANKPLAN_BATCH_SHARES"] = ",".join(map(str, shares))
    data = Words(length)
    wanted = train_alone(kind, data, sum(shares), accumulate, epochs)
    found, running = train_together(kind, data, accumulate, epochs)
    assert len(found) == len(wanted) > 0, (kind, shares, len(found), len(wanted))
    WORST[kind] = max(WORST[kind], *(((a - b).abs().max() / b.abs().max()).item() for a, b in zip(found, wanted)))
    return running


def check_evaluation(running):
    """The Trainer's own, in even batches: each sample once and in order."""
    data = Words(75)
    with torch.no_grad():
        wanted = running.accelerator.unwrap_model(running.model)(data.ids)["logits"]
    found = torch.as_tensor(running.predict(data).predictions)
    WORST["predictions"] = (found - wanted).abs().max().item()


class Forgetful(ShareTrainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        return model(**inputs)["loss"]


def check_refusals():
    for kind, trainer in [("mean", Forgetful)]:
        try:
            train_together(kind, Words(64), 1, 1, trainer)
        except TypeError as error:
            assert "compute_loss of Forgetful" in str(error), error
            continue
        raise AssertionError(f"not refused: {trainer}")


check_plan()
for kind in ("mean", "function", "tokens"):
    for shares in SHARES:
        whole = sum(shares)
        compare(kind, shares, 3 * whole + 5, 2, epochs=2)
        running = compare(kind, shares, 2 * whole + 2, 1)  # two samples for four ranks
    if kind == "mean":
        check_evaluation(running)
check_refusals()
if dist.get_rank() == 0:
    print("\n" + json.dumps(WORST))
dist.barrier()
sys.stdout.flush()
os._exit(0)  # see test/integration/torch/train.py
