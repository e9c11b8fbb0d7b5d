"""A batch sampler for uneven shares."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import torch
from torch.utils.data import Sampler

from rankplan._place import current
from rankplan.torch._division import divide

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Sized

Batch = TypeVar("Batch")

LAST = ("share", "drop", "pad")


@dataclass(frozen=True)
class Step(Generic[Batch]):
    """One batch of this rank, and what its loss counts."""

    batch: Batch
    loss_scale: float
    """What to multiply the batch's mean loss with; 0 where the rank stands in and has no sample of its own."""
    updates: bool
    """Whether the optimizer steps after this batch; always, unless gradients are accumulated."""


class ShareSampler(Sampler[list[int]]):
    """Gives each rank its share of every global batch, as lists of indices, for ``DataLoader(batch_sampler=...)``.

    The global batches are those of one process that reads the shuffled data ``sum(shares)`` at a time: global batch k
    is the same whatever the shares, and each rank takes its part of it. Data is shuffled as DistributedSampler does it.

    ``last`` says what becomes of the samples that do not fill a global batch: ``"share"`` divides them like any others,
    so every sample comes exactly once in an epoch; ``"drop"`` leaves them out; ``"pad"`` takes samples from the
    beginning again until the batch is full.
    """

    def __init__(
        self,
        data: Sized | int,
        shares: Sequence[int] | None = None,
        rank: int | None = None,
        *,
        seed: int = 0,
        shuffle: bool = True,
        last: str = "share",
    ) -> None:
        self.length = _measure(data)
        self.shares = _find_shares(shares)
        self.rank = _find_rank(len(self.shares)) if rank is None else rank
        if not 0 <= self.rank < len(self.shares):
            raise ValueError(f"rank {self.rank} has no share: there are shares of ranks 0 to {len(self.shares) - 1}")
        if last not in LAST:
            raise ValueError(f"last is {last!r}; it can be {', '.join(map(repr, LAST))}")
        self.global_batch = sum(self.shares)
        self.seed = seed
        self.shuffle = shuffle
        self.last = last
        self.epoch = 0
        # Places in the epoch count samples of all ranks, so that they hold for another plan, too.
        self._begin = 0
        self._trained: int | None = 0

    def __len__(self) -> int:
        """The batches of a whole epoch, the same on all ranks."""
        return self._count_batches(0)

    def __iter__(self) -> Iterator[list[int]]:
        self._trained = None  # workers of a DataLoader ask ahead, so only `steps` knows what was trained
        return self._walk(self._begin)

    def set_epoch(self, epoch: int) -> None:
        """Shuffles for this epoch, and begins at its first sample; a resumed epoch goes on where it was."""
        if epoch != self.epoch:
            self._begin = self._trained = 0
        self.epoch = epoch

    def steps(self, loader: Iterable[Batch], accumulate: int = 1) -> Iterator[Step[Batch]]:
        """Goes through the rest of the epoch, with what the loss of each batch counts.

        With ``accumulate`` so many batches make one update, which is that of one large batch of all their samples; the
        last update of an epoch may have fewer.
        """
        if accumulate < 1:
            raise ValueError(f"accumulate is {accumulate}; it counts the batches of an update, so it is 1 or more")
        if getattr(loader, "batch_sampler", self) is not self:
            raise ValueError(_sharded("batches of the loader come from another sampler"))
        if not getattr(loader, "in_order", True):
            raise ValueError("the loader has in_order=False: what the loss of a batch counts is known by its order")
        done = begin = self._begin
        expected = self._count_batches(begin)
        seen = 0
        for batch in loader:
            if seen == expected:
                raise RuntimeError(_sharded(f"the loader gives more than the {expected} batches of this epoch"))
            first = begin + seen // accumulate * accumulate * self.global_batch
            end = min(first + accumulate * self.global_batch, self._end(begin))
            mine = self._parts(begin + seen * self.global_batch)[self.rank]
            seen += 1
            updates = seen % accumulate == 0 or seen == expected
            done = end if updates else done
            self._trained = done
            yield Step(batch, mine * len(self.shares) / (end - first), updates)
        if seen < expected:
            raise RuntimeError(_sharded(f"the loader gave {seen} of the {expected} batches of this epoch"))
        self._trained = done  # an epoch that has nothing left, too

    def state_dict(self) -> dict[str, Any]:
        """Where training stands, for a checkpoint: the update at hand counts as made.

        It may be loaded under a plan with other shares, or another number of ranks.
        """
        if self._trained is None:
            raise RuntimeError(
                "which batches were trained is not known, since a DataLoader asks ahead: "
                "iterate over sampler.steps(loader) where you save checkpoints"
            )
        return {"epoch": self.epoch, "samples": self._trained, **self._order()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on after the last update that the state counts."""
        for name, value in self._order().items():
            if state.get(name) != value:
                raise ValueError(
                    f"the checkpoint has {name} {state.get(name)!r} and this sampler {value!r}: "
                    "the samples would come in another order, and some never or twice"
                )
        self.epoch = int(state["epoch"])
        self._begin = self._trained = int(state["samples"])

    def _order(self) -> dict[str, Any]:
        return {"length": self.length, "seed": self.seed, "shuffle": self.shuffle}

    def _walk(self, begin: int) -> Iterator[list[int]]:
        order = self._draw_order()
        for first in range(begin, self._end(begin), self.global_batch):
            parts = self._parts(first)
            start = first + sum(parts[: self.rank])
            # Without a sample a rank stands in with one that another rank trains; its loss counts nothing.
            chosen = torch.arange(start, start + parts[self.rank]) if parts[self.rank] else torch.tensor([first])
            yield order[chosen % self.length].tolist()
        self._begin = 0

    def _draw_order(self) -> torch.Tensor:
        if not self.shuffle:
            return torch.arange(self.length)
        return torch.randperm(self.length, generator=torch.Generator().manual_seed(self.seed + self.epoch))

    def _parts(self, first: int) -> list[int]:
        """The part of each rank in the global batch that begins there."""
        samples = self.global_batch if self.last == "pad" else min(self.global_batch, self.length - first)
        return divide(samples, self.shares)

    def _end(self, begin: int) -> int:
        return self.length if self.last == "share" else begin + self._count_batches(begin) * self.global_batch

    def _count_batches(self, begin: int) -> int:
        left = max(0, self.length - begin)
        return left // self.global_batch if self.last == "drop" else -(-left // self.global_batch)


def _measure(data: Sized | int) -> int:
    if isinstance(data, int):
        return data
    try:
        return len(data)
    except TypeError:
        raise TypeError(
            f"{type(data).__name__} has no length, and a sampler divides indices: "
            "let an IterableDataset divide its own stream by current().shares"
        ) from None


def _find_shares(shares: Sequence[int] | None) -> tuple[int, ...]:
    # Integers of NumPy would come into checkpoints, which torch.load then refuses.
    found = current().shares if shares is None else tuple(map(operator.index, shares))
    if found is None:
        raise ValueError(
            "the plan has no shares: add `workload: { globalBatch: ... }` to the topology, or give shares=[...]"
        )
    if not found or min(found) < 1:
        raise ValueError(f"shares are {list(found)}; each rank has one sample at least")
    return found


def _find_rank(shares: int) -> int:
    place = current()
    if place.world_size != shares:
        raise ValueError(
            f"there are {shares} shares for {place.world_size} ranks: give one for each, "
            "or of groups of ranks also the number of this rank's group, as `rank`"
        )
    return place.rank


def _sharded(what: str) -> str:
    return (
        f"{what}: give a DataLoader(batch_sampler=sampler) to sampler.steps as it is, "
        "not through accelerator.prepare or a setup that puts in a sampler of its own"
    )
