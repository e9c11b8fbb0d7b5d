"""What samplers are given, and whether it can be right."""

from __future__ import annotations

import operator
from collections.abc import Sized
from typing import TYPE_CHECKING

from rankplan._place import current

if TYPE_CHECKING:
    from collections.abc import Sequence


def measure(data: Sized | int) -> int:
    if isinstance(data, int):
        return data
    try:
        return len(data)
    except TypeError:
        raise TypeError(
            f"{type(data).__name__} has no length, and a sampler divides indices: "
            "let an IterableDataset divide its own stream by current().shares"
        ) from None


def find_shares(shares: Sequence[int] | None) -> tuple[int, ...]:
    # Integers of NumPy would come into checkpoints, which torch.load then refuses.
    found = current().shares if shares is None else tuple(map(operator.index, shares))
    if found is None:
        raise ValueError(
            "the plan has no shares: add `workload: { globalBatch: ... }` to the topology, or give shares=[...]"
        )
    if not found or min(found) < 1:
        raise ValueError(f"shares are {list(found)}; each rank has one sample at least")
    return found


def find_rank(shares: int) -> int:
    place = current()
    if place.world_size != shares:
        raise ValueError(
            f"there are {shares} shares for {place.world_size} ranks: give one for each, "
            "or of groups of ranks also the number of this rank's group, as `rank`"
        )
    return place.rank


def check_loader(loader: object, sampler: object, length: int) -> None:
    """Refuses a loader with which the loss of a batch would count something else."""
    if getattr(loader, "batch_sampler", sampler) is not sampler:
        raise ValueError(sharded("batches of the loader come from another sampler"))
    if not getattr(loader, "in_order", True):
        raise ValueError("the loader has in_order=False: what the loss of a batch counts is known by its order")
    data = getattr(loader, "dataset", None)
    if isinstance(data, Sized) and len(data) != length:
        raise ValueError(f"the sampler divides {length} samples, and the loader's data has {len(data)}")


def sharded(what: str) -> str:
    return (
        f"{what}: give a DataLoader(batch_sampler=sampler) to sampler.steps as it is, "
        "not through accelerator.prepare or a setup that puts in a sampler of its own"
    )
