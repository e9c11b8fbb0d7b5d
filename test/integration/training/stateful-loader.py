"""torchdata's StatefulDataLoader resumes by what it has read: each way to its state has to end in one clear sentence."""

from rankplan.torch import ShareSampler
from torchdata.stateful_dataloader import StatefulDataLoader


def refused(call):
    try:
        call()
    except RuntimeError as error:
        assert "not torchdata's StatefulDataLoader, and keep sampler.state_dict()" in str(error), error
        return
    raise AssertionError("nothing is refused")


def make(workers, **options):
    sampler = ShareSampler(100, [6, 2], 0)
    return sampler, StatefulDataLoader(range(100), batch_sampler=sampler, num_workers=workers, **options)


def save_in_steps(sampler, loader):
    for _ in sampler.steps(loader):
        loader.state_dict()


def save_behind_steps(sampler, loader):
    list(sampler.steps(loader))
    loader.state_dict()


def save_without_steps(_, loader):
    for _ in loader:
        loader.state_dict()


def save_at_once(_, loader):
    loader.state_dict()


for save in (save_in_steps, save_behind_steps, save_without_steps, save_at_once):
    for workers in (0, 1):
        for options in ({}, {"snapshot_every_n_steps": 3}):
            refused(lambda: save(*make(workers, **options)))  # noqa: B023

# Without workers nobody asks for its state, so it does as torch's loader does.
sampler, loader = make(0)
for number, _ in enumerate(sampler.steps(loader), 1):
    assert sampler.state_dict()["samples"] == min(100, number * 8)
