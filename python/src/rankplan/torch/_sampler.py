"""Batch samplers for uneven shares."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import torch
from torch.utils.data import Sampler

from rankplan.torch._arguments import check_loader, find_rank, find_shares, measure, sharded
from rankplan.torch._division import divide
from rankplan.torch._step import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Sized
    from typing import NoReturn

Batch = TypeVar("Batch")

LAST = ("share", "drop", "pad")


class Weight(NamedTuple):
    """What a batch of this rank counts."""

    samples: int
    loss_scale: float
    updates: bool
    trained: int
    """The samples of the epoch that all ranks have trained after its update; before, those of the last one."""


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
        self.length = measure(data)
        self.shares = find_shares(shares)
        self.rank = find_rank(len(self.shares)) if rank is None else rank
        if not 0 <= self.rank < len(self.shares):
            raise ValueError(f"rank {self.rank} has no share: there are shares of ranks 0 to {len(self.shares) - 1}")
        if last not in LAST:
            raise ValueError(f"last is {last!r}; it can be {', '.join(map(repr, LAST))}")
        self.global_batch = sum(self.shares)
        self.seed = operator.index(seed)
        self.shuffle = shuffle
        self.last = last
        self.epoch = 0
        # The state: what is trained of the epoch, by all ranks, so that it holds for another plan, too. Only `steps`
        # counts it; iterators begin there and never write it, as a DataLoader reads ahead, and others only look.
        self._trained = 0
        self._is_set = True  # set_epoch has named this epoch: it is meant, even where nothing of it is left
        self._is_counted = self._is_read = False

    def __len__(self) -> int:
        """The batches of a whole epoch, the same on all ranks."""
        return self._count_batches(0)

    def __iter__(self) -> Iterator[list[int]]:
        """The batches from where training stands to the end of the epoch."""
        self._is_read = True
        return _Walk(self._walk(*self._position()))

    def set_epoch(self, epoch: int) -> None:
        """Shuffles for this epoch, and begins at its first sample; a resumed epoch goes on where it was."""
        if epoch != self.epoch:
            self._trained = 0
        self.epoch, self._is_set = operator.index(epoch), True  # numbers of NumPy would be refused in checkpoints

    def steps(self, loader: Iterable[Batch], accumulate: int = 1) -> Iterator[Step[Batch]]:
        """Goes through the rest of the epoch, with what the loss of each batch counts.

        With ``accumulate`` so many batches make one update, which is that of one large batch of all their samples; the
        last update of an epoch may have fewer. Called once more it goes on: after a break behind the last update, and
        behind the end of an epoch with the next, unless set_epoch says otherwise.
        """
        if accumulate < 1:
            raise ValueError(f"accumulate is {accumulate}; it counts the batches of an update, so it is 1 or more")
        check_loader(loader, self, self.length)
        self._is_counted = True
        epoch, begin = self._position()
        expected, seen = self._count_batches(begin), 0
        weights = self.weigh(begin, accumulate)
        for batch in loader:
            weight = next(weights, None)
            if weight is None:
                raise RuntimeError(sharded(f"the loader gives more than the {expected} batches of this epoch"))
            seen += 1
            self.epoch, self._trained, self._is_set = epoch, weight.trained, False
            yield Step(batch, weight.loss_scale, weight.updates, weight.samples)
        if seen < expected:
            raise RuntimeError(sharded(f"the loader gave {seen} of the {expected} batches of this epoch"))
        self._is_set = False  # an epoch that has nothing left, too

    def weigh(self, begin: int, accumulate: int) -> Iterator[Weight]:
        """What each batch from that sample on counts."""
        count, trained = self._count_batches(begin), begin
        for number in range(count):
            first = begin + number // accumulate * accumulate * self.global_batch
            end = min(first + accumulate * self.global_batch, self._end(begin))
            mine = self._parts(begin + number * self.global_batch)[self.rank]
            updates = (number + 1) % accumulate == 0 or number + 1 == count
            trained = min(end, self.length) if updates else trained
            yield Weight(mine, mine * len(self.shares) / (end - first), updates, trained)

    def state_dict(self) -> dict[str, Any]:
        """Where training stands, for a checkpoint: the update at hand counts as made.

        It may be loaded under a plan with other shares, or another number of ranks.
        """
        if self._is_read and not self._is_counted:
            _refuse_to_count()
        return {"epoch": self.epoch, "samples": self._trained, **self._order()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Goes on after the last update that the state counts."""
        for name, value in self._order().items():
            if state.get(name) != value:
                raise ValueError(
                    f"the checkpoint has {name} {state.get(name)!r} and this sampler {value!r}: "
                    "the samples would come in another order, and some never or twice"
                )
        epoch, trained = state.get("epoch"), state.get("samples")
        if type(epoch) is not int or type(trained) is not int or not 0 <= trained <= self.length:
            raise ValueError(
                f"the checkpoint has {trained!r} samples of epoch {epoch!r}: of {self.length} samples none to all "
                "can have been trained, so it is damaged, or not a sampler's"
            )
        self.epoch, self._trained = epoch, trained
        self._is_set, self._is_counted = False, True

    def _position(self) -> tuple[int, int]:
        """The epoch and the sample where training goes on: behind the end of an epoch the next one."""
        if self._trained > 0 and not self._is_set and self._count_batches(self._trained) == 0:
            return self.epoch + 1, 0
        return self.epoch, self._trained

    def _order(self) -> dict[str, Any]:
        return {"length": self.length, "seed": self.seed, "shuffle": self.shuffle}

    def _walk(self, epoch: int, begin: int) -> Iterator[list[int]]:
        order = self._draw_order(epoch)
        for first in range(begin, self._end(begin), self.global_batch):
            parts = self._parts(first)
            start = first + sum(parts[: self.rank])
            # Without a sample a rank stands in with one that another rank trains; its loss counts nothing.
            chosen = torch.arange(start, start + parts[self.rank]) if parts[self.rank] else torch.tensor([first])
            yield order[chosen % self.length].tolist()

    def _draw_order(self, epoch: int) -> torch.Tensor:
        if not self.shuffle:
            return torch.arange(self.length)
        return torch.randperm(self.length, generator=torch.Generator().manual_seed(self.seed + epoch))

    def _parts(self, first: int) -> list[int]:
        """The part of each rank in the global batch that begins there."""
        samples = self.global_batch if self.last == "pad" else min(self.global_batch, self.length - first)
        return divide(samples, self.shares)

    def _end(self, begin: int) -> int:
        return self.length if self.last == "share" else begin + self._count_batches(begin) * self.global_batch

    def _count_batches(self, begin: int) -> int:
        left = max(0, self.length - begin)
        return left // self.global_batch if self.last == "drop" else -(-left // self.global_batch)


class EvalSampler(ShareSampler):
    """Gives each rank its share of the data in its order, for evaluation: each time all of it, also after a break.

    All ranks make the same number of batches, and ``step.gather`` brings what they found into the order of the data.
    """

    def __init__(self, data: Sized | int, shares: Sequence[int] | None = None, rank: int | None = None) -> None:
        super().__init__(data, shares, rank, shuffle=False)

    def _position(self) -> tuple[int, int]:
        return 0, 0


class _Walk(Iterator[list[int]]):
    """Refuses to tell its state: who asks for it resumes by what was read, and loses what was read ahead."""

    def __init__(self, batches: Iterator[list[int]]) -> None:
        self._batches = batches

    def __next__(self) -> list[int]:
        return next(self._batches)

    def state_dict(self) -> NoReturn:
        _refuse_to_count()

    def load_state_dict(self, _state: object) -> NoReturn:
        _refuse_to_count()


def _refuse_to_count() -> NoReturn:
    raise RuntimeError(
        "a loader reads ahead, so only sampler.steps(loader) knows what was trained: iterate over that, with torch's "
        "DataLoader and not torchdata's StatefulDataLoader, and keep sampler.state_dict() in checkpoints"
    )
