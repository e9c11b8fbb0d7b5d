"""A batch of a rank, and what all ranks found for theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import torch
import torch.distributed as dist

Batch = TypeVar("Batch")


@dataclass(frozen=True)
class Step(Generic[Batch]):
    """One batch of this rank, and what its loss counts."""

    batch: Batch
    loss_scale: float
    """What to multiply the batch's mean loss with; 0 where the rank stands in and has no sample of its own."""
    updates: bool
    """Whether the optimizer steps after this batch; always, unless gradients are accumulated."""
    samples: int
    """How many samples of the batch count: all, or none of the one with which a rank stands in."""

    def gather(self, values: torch.Tensor, group: dist.ProcessGroup | None = None) -> torch.Tensor:
        """Returns the rows of all ranks for this global batch, each sample's once, in the sampler's order.

        ``values`` has a row for each sample of the batch. All ranks call it, and all get all rows. Rows are filled up
        for the exchange to what the largest share has, and cut off again.
        """
        mine = values.detach()
        if not dist.is_initialized():
            return mine[: self.samples]
        counts = _compare(self.samples, mine, group)
        padded = mine.new_zeros((max(counts), *mine.shape[1:]))
        padded[: self.samples] = mine[: self.samples]
        parts = [torch.empty_like(padded) for _ in counts]
        # As bytes, which every backend knows: gloo refuses int16 and float8, among others.
        dist.all_gather([part.view(torch.uint8) for part in parts], padded.view(torch.uint8), group=group)
        return torch.cat([part[:count] for part, count in zip(parts, counts)])


def _compare(samples: int, values: torch.Tensor, group: dist.ProcessGroup | None) -> list[int]:
    """The samples of each rank. What does not fit together is an error on all of them: gloo would abort, NCCL hang."""
    given: list[Any] = [None] * dist.get_world_size(group)
    dist.all_gather_object(given, (samples, tuple(values.shape), values.dtype), group=group)
    _, first, kind = given[0]
    for rank, (count, shape, dtype) in enumerate(given):
        if not shape or shape[0] != max(1, count):
            raise ValueError(f"rank {rank} gathers {list(shape)} for {max(1, count)} samples: give a row for each")
        if (shape[1:], dtype) != (first[1:], kind):
            raise ValueError(
                f"rank {rank} gathers rows of {list(shape[1:])} {dtype}, and rank 0 of {list(first[1:])} {kind}: "
                "fill them up to one shape before"
            )
    return [count for count, _, _ in given]
