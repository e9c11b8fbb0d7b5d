"""Hugging Face's Trainer under uneven shares. Checked with Transformers 5.23.0."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import DataLoader, Dataset, Sampler
from transformers import Trainer

from rankplan.torch import ShareSampler

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SCALE = "rankplan_loss_scale"
KEPT = (
    *("num_workers", "pin_memory", "pin_memory_device", "timeout", "worker_init_fn"),
    *("multiprocessing_context", "prefetch_factor", "persistent_workers"),
)
"""What a loader of shares takes over from that of the Trainer."""


class ShareTrainer(Trainer):
    """A Trainer whose ranks train their shares of each global batch: an update is that of one process with all of it.

    It divides the samples itself, so ``per_device_train_batch_size`` counts nothing. Losses that the Trainer divides by
    ``num_items_in_batch`` are weighed by it, and means over a batch by its samples. For another kind of Trainer:
    ``class Mine(ShareTrainer, SFTTrainer)``. Evaluation is the Trainer's own, in even batches.
    """

    __module__ = "rankplan.transformers"
    _scale: float | None = None

    def get_train_dataloader(self) -> DataLoader[Any]:
        """The loader of the Trainer, with other batches: prepared by Accelerate they would be divided once more."""
        usual = super().get_train_dataloader()
        batches = _Batches(_make_sampler(usual.dataset, self.args), self.args.gradient_accumulation_steps)
        kept = {name: getattr(usual, name) for name in KEPT}
        collate = partial(_collate, usual.collate_fn)
        loader: DataLoader[Any] = DataLoader(_Rows(usual.dataset), batch_sampler=batches, collate_fn=collate, **kept)
        loader.set_epoch = batches.set_epoch  # the Trainer calls it
        return loader

    def get_batch_samples(self, epoch_iterator: Iterator[Any], num_batches: int, device: torch.device) -> Any:
        """Leaves the labels of a rank that stands in out of what is counted, and not out of its batch."""
        batches = [batch for _, batch in zip(range(num_batches), epoch_iterator)]
        counted = (batch if batch[SCALE] > 0 else _blank(batch) for batch in batches)
        return batches, super().get_batch_samples(counted, num_batches, device)[1]

    def training_step(self, model: Any, inputs: Any, *args: Any, **options: Any) -> torch.Tensor:
        self._scale = inputs.pop(SCALE)
        loss: torch.Tensor = super().training_step(model, inputs, *args, **options)
        if self._scale is not None:
            raise TypeError(
                f"compute_loss of {type(self).__name__} does not call that of ShareTrainer, so its losses would count "
                "the same on all ranks: call super().compute_loss, or give the Trainer a compute_loss_func"
            )
        return loss

    def compute_loss(
        self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None, **options: Any
    ) -> Any:
        options.update(return_outputs=return_outputs, num_items_in_batch=num_items_in_batch)
        found: Any = super().compute_loss(model, inputs, **options)
        if self._scale is None:  # it evaluates
            return found
        weight, self._scale = self._weigh(self._scale, num_items_in_batch), None
        return (found[0] * weight, *found[1:]) if return_outputs else found * weight

    def _weigh(self, scale: float, items: Any) -> float:
        if items is not None and (self.model_accepts_loss_kwargs or self.compute_loss_func is not None):
            return float(scale > 0)  # it is divided by the items of all ranks
        # What is no loss function of the user's is divided by the batches of the update, which are in the scale, too.
        return scale * (1 if self.compute_loss_func is not None else self.current_gradient_accumulation_steps)


class _Batches(Sampler[Any]):
    """The indices of each batch of this rank, and what its loss counts; it rides along, as the Trainer reads ahead."""

    def __init__(self, sampler: ShareSampler, accumulate: int) -> None:
        self._sampler, self._accumulate = sampler, accumulate
        self.set_epoch = sampler.set_epoch

    def __len__(self) -> int:
        return len(self._sampler)

    def __iter__(self) -> Iterator[tuple[list[int], float]]:
        for indices, weight in zip(self._sampler, self._sampler.weigh(0, self._accumulate)):
            yield indices, weight.loss_scale


class _Rows(Dataset[Any]):
    """The data, asked for whole batches."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> Any:
        return self.data[index]

    def __getitems__(self, batch: tuple[list[int], float]) -> tuple[list[Any], float]:
        indices, scale = batch
        fetch = getattr(self.data, "__getitems__", None)
        return (fetch(indices) if fetch else [self.data[index] for index in indices]), scale


def _collate(collate: Callable[[list[Any]], Any], batch: tuple[list[Any], float]) -> Any:
    rows, scale = batch
    inputs = collate(rows)
    inputs[SCALE] = scale
    return inputs


def _blank(batch: Any) -> dict[str, Any]:
    names = [name for name in ("labels", "shift_labels") if isinstance(batch.get(name), torch.Tensor)]
    return {**batch, **{name: torch.full_like(batch[name], -100) for name in names}}


def _make_sampler(data: Any, args: Any) -> ShareSampler:
    if args.train_sampling_strategy not in ("random", "sequential"):
        raise ValueError(
            f"train_sampling_strategy is {args.train_sampling_strategy!r}, which makes batches of its own: "
            "with shares it can be 'random' or 'sequential'"
        )
    if args.world_size > 1 and not args.average_tokens_across_devices:
        raise ValueError("average_tokens_across_devices=False counts the tokens of each rank alone: leave it True")
    return ShareSampler(
        data,
        seed=args.seed if args.data_seed is None else args.data_seed,
        shuffle=args.train_sampling_strategy == "random",
        last="drop" if args.dataloader_drop_last else "share",
    )
