"""Holds ShareSampler against the simplest reading of what it promises, over random lengths, shares and interruptions.

Arguments: a seed, and how many cases. Prints how many there were of each kind.
"""

import io
import json
import os
import random
import sys
from collections import Counter, deque
from fractions import Fraction
from itertools import islice, zip_longest

import torch
from rankplan.torch import ShareSampler
from torch.utils.data import DataLoader

SEEN: Counter = Counter()


def read_globally(length, batch, seed, epoch, shuffle, last):
    """One process reads the global batches."""
    generator = torch.Generator().manual_seed(seed + epoch)
    order = torch.randperm(length, generator=generator).tolist() if shuffle else list(range(length))
    batches = [order[at : at + batch] for at in range(0, length, batch)]
    if batches and len(batches[-1]) < batch:
        SEEN["uneven last batch"] += 1
        if last == "drop":
            batches.pop()
        elif last == "pad":
            while len(batches[-1]) < batch:
                batches[-1] += order[: batch - len(batches[-1])]
    return batches


def check_division(parts, shares, samples):
    assert sum(parts) == samples and len(parts) == len(shares)
    assert all(0 <= part <= share for part, share in zip(parts, shares))
    if samples >= len(shares):
        assert min(parts) >= 1, (parts, shares)
        over = Fraction(samples - len(shares), max(1, sum(shares) - len(shares)))
        assert all(abs(part - 1 - over * (share - 1)) < 1 for part, share in zip(parts, shares)), (parts, shares)
        by_share = sorted(zip(shares, parts))  # who has the larger share has no smaller part
        assert all(a[1] <= b[1] for a, b in zip(by_share, by_share[1:]) if a[0] < b[0]), (parts, shares)
    else:
        SEEN["fewer samples than ranks"] += 1


def check_epoch(samplers, wanted, accumulate):
    """All ranks side by side: what they read together is what one process reads, and counts once each."""
    shares = samplers[0].shares
    sides = [list(sampler.steps(DataLoader(range(sampler.length), batch_sampler=sampler, collate_fn=list), accumulate))
             for sampler in samplers]  # fmt: skip
    assert {len(steps) for steps in sides} == {len(wanted)}
    for at, whole in enumerate(wanted):
        window = wanted[at // accumulate * accumulate :][:accumulate]
        total = sum(map(len, window))
        steps = [steps[at] for steps in sides]
        own = [step.batch if step.loss_scale > 0 else [] for step in steps]
        assert sum(own, []) == whole, (own, whole)
        check_division([len(batch) for batch in own], shares, len(whole))
        for step, batch in zip(steps, own):
            assert abs(step.loss_scale - len(batch) * len(shares) / total) < 1e-12
            assert step.samples == len(batch)
            assert len(step.batch) >= 1 and set(step.batch) <= set(whole)
            assert step.updates == ((at + 1) % accumulate == 0 or at + 1 == len(wanted))


def begin_again(samplers, epoch):
    for each in samplers:
        each.set_epoch(epoch + 1)
        each.set_epoch(epoch)


def check_resumed(make, shares, epoch, accumulate, wanted, draw):
    """Stops after some update, and goes on in a new process under other shares of the same sum."""
    sampler = make(shares, draw.randrange(len(shares)))
    sampler.set_epoch(epoch)
    stop = draw.randrange(1, len(wanted) + 1)
    trained = 0
    for number, step in enumerate(sampler.steps(Ahead(sampler, draw), accumulate), 1):
        trained = number if step.updates else trained
        if number == stop:
            break
    state = json.loads(json.dumps(sampler.state_dict()))
    others = divide_otherwise(shares, draw)
    resumed = [make(others, rank) for rank in range(len(others))]
    for each in resumed:
        each.load_state_dict(state)
        each.set_epoch(epoch)
    check_epoch(resumed, wanted[trained:], accumulate)
    if trained == len(wanted):
        SEEN["resumed behind the last batch"] += 1
        assert all(each.state_dict() == state for each in resumed)
    begin_again(resumed, epoch)
    check_epoch(resumed, wanted, accumulate)  # once more, it is a whole epoch
    again = make(shares, 0)
    again.load_state_dict(state)
    again.set_epoch(epoch + 1)  # the rest of that epoch is given up
    assert again.state_dict() == {**state, "epoch": epoch + 1, "samples": 0}
    assert len(list(again)) == len(again)
    SEEN["resumed"] += 1


def divide_otherwise(shares, draw):
    """Other shares of the same sum, and maybe another number of ranks."""
    others = draw.sample(list(shares), len(shares))
    if others[0] > 1 and draw.random() < 0.5:
        others[0] -= 1
        others.append(1)
    return tuple(others)


class Ahead:
    """A loader that reads ahead, as workers do; what it has read and not given is lost with it."""

    def __init__(self, sampler, draw):
        self.batch_sampler, self.dataset = sampler, range(sampler.length)
        self.ahead = draw.choice([1, 2, 5, 100])

    def __iter__(self):
        batches = iter(self.batch_sampler)
        read = deque(islice(batches, self.ahead))
        while read:
            yield read.popleft()
            read.extend(islice(batches, 1))


def look(sampler, draw):
    """What programs do beside training, and what must change nothing."""
    loader = DataLoader(range(sampler.length), batch_sampler=sampler, collate_fn=list)
    draw.choice([
        lambda: next(iter(loader), None), lambda: list(loader), lambda: iter(sampler), lambda: list(sampler),
        lambda: next(iter(Ahead(sampler, draw)), None), lambda: len(loader),
    ])()  # fmt: skip


def check_interrupted(make, shares, length, seed, shuffle, draw):
    """Ranks train three epochs with breaks, looks ahead and new plans in between: every sample once, in its order."""
    order = [sum(read_globally(length, 1, seed, epoch, shuffle, "share"), []) for epoch in range(3)]
    samplers = [make(shares, rank) for rank in range(len(shares))]
    trained: list = []
    while len(trained) < 3 * length:
        for each in samplers:
            look(each, draw)
        is_over = False
        if draw.random() < 0.3:
            at, behind = divmod(len(trained), length)
            # Behind the end of an epoch this may be called for the one that is over, as by a program that was resumed.
            epoch = samplers[0].epoch if not behind and draw.random() < 0.5 else at
            for each in samplers:
                each.set_epoch(epoch)
            is_over = epoch < at
            SEEN["set to what is trained"] += is_over
        trained += train_on(samplers, is_over, draw)
        states = [each.state_dict() for each in samplers]
        assert all(state == states[0] for state in states)
        assert states[0]["epoch"] * length + states[0]["samples"] == len(trained), (states[0], len(trained))
        if draw.random() < 0.3:
            others = tuple(draw.choice([1, 2, 3, 8, 20]) for _ in range(draw.choice([1, 2, 3, 5])))
            samplers = [make(others, rank) for rank in range(len(others))]
            for each in samplers:
                look(each, draw)
                each.load_state_dict(json.loads(json.dumps(states[0])))
    assert trained[: 3 * length] == sum(order, [])


def train_on(samplers, is_over, draw):
    """The samples of the updates up to a break, or to the end of the epoch; none only of one that is over."""
    accumulate, stop = draw.choice([1, 1, 2, 3]), draw.choice([None, 1, 2, 5])
    trained, window, number = [], [], 0
    sides = [each.steps(Ahead(each, draw), accumulate) for each in samplers]
    for number, steps in enumerate(zip_longest(*sides), 1):
        if draw.random() < 0.1:
            look(draw.choice(samplers), draw)
        window += sum((step.batch for step in steps if step.samples), [])
        if steps[0].updates:
            trained, window = trained + window, []
        if number == stop:
            SEEN["left by a break"] += 1
            SEEN["left between updates"] += not steps[0].updates
            break
    assert (number == 0) == is_over
    return trained


def run_case(draw):
    ranks = draw.choice([1, 2, 3, 4, 7, 12])
    shares = tuple(draw.choice([1, 1, 2, 3, 5, 8, 20, 64]) for _ in range(ranks))
    batch = sum(shares)
    length = draw.choice([0, 1, ranks - 1, ranks, batch - 1, batch, batch + 1, 3 * batch, draw.randrange(5 * batch)])
    seed, epoch, shuffle = draw.randrange(1000), draw.randrange(4), draw.random() < 0.8
    last, accumulate = draw.choice(["share", "share", "drop", "pad"]), draw.choice([1, 1, 2, 3])
    wanted = read_globally(length, batch, seed, epoch, shuffle, last)

    def make(shares, rank):
        return ShareSampler(range(length), shares, rank, seed=seed, shuffle=shuffle, last=last)

    samplers = [make(shares, rank) for rank in range(ranks)]
    for sampler in samplers:
        sampler.set_epoch(epoch)
        assert len(sampler) == len(wanted)
    check_epoch(samplers, wanted, accumulate)
    if last == "share":
        assert sorted(sum(wanted, [])) == list(range(length))
    begin_again(samplers, epoch)
    check_epoch(samplers, wanted, accumulate)  # the same epoch again is the same
    if wanted:
        check_resumed(make, shares, epoch, accumulate, wanted, draw)
        if last == "share":
            check_interrupted(make, shares, length, seed, shuffle, draw)
    SEEN[f"last {last}"] += 1
    SEEN["accumulated"] += accumulate > 1


def refused(call, kind=ValueError):
    try:
        call()
    except kind as error:
        return str(error)
    raise AssertionError("nothing is refused")


def check_refusals():
    """What would lose samples, or checkpoints, without a word."""
    sampler = ShareSampler(10, [3, 1], 0)
    loader = DataLoader(range(10), batch_sampler=sampler, num_workers=2, in_order=False)
    assert "in_order" in refused(lambda: next(sampler.steps(loader)))
    for data in (range(9), range(11), torch.utils.data.TensorDataset(torch.zeros(500))):
        other = DataLoader(data, batch_sampler=sampler)
        assert f"10 samples, and the loader's data has {len(data)}" in refused(lambda: next(sampler.steps(other)))
    check_states()
    names = ["RANKPLAN_RANK", "WORLD_SIZE", "GROUP_RANK", "LOCAL_RANK", "LOCAL_WORLD_SIZE", "RANKPLAN_LOCAL_RANK"]
    os.environ.update(dict.fromkeys(names, "0"), WORLD_SIZE="4", RANKPLAN_NODE="a", RANKPLAN_GPU="", RANKPLAN_PLAN="0")
    assert "2 shares for 4 ranks" in refused(lambda: ShareSampler(10, [3, 1]))
    assert ShareSampler(10, [3, 1, 1, 1]).rank == 0
    counted = ShareSampler(10, torch.tensor([3, 1]).numpy(), 0)
    assert len(list(counted.steps(DataLoader(range(10), batch_sampler=counted)))) == 3
    kept = io.BytesIO()
    torch.save(counted.state_dict(), kept)
    kept.seek(0)
    assert torch.load(kept) == counted.state_dict()


def check_states():
    sampler = ShareSampler(10, [3, 1], 0)
    state = sampler.state_dict()
    list(sampler)
    assert "steps(loader)" in refused(sampler.state_dict, RuntimeError)  # nobody has counted what was trained
    sampler.load_state_dict({**state, "samples": 4})
    list(sampler)
    for wrong in [-1, 11, 10**9, 4.0, True, None, "4"]:
        assert "damaged" in refused(lambda: sampler.load_state_dict({**state, "samples": wrong}))  # noqa: B023
        assert sampler.state_dict() == {**state, "samples": 4}  # as it was
    for wrong in ({**state, "epoch": 0.5}, {"length": 10, "seed": 0, "shuffle": True}, {}, {**state, "seed": 1}):
        refused(lambda: sampler.load_state_dict(wrong))  # noqa: B023


if __name__ == "__main__":
    check_refusals()
    source = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        run_case(source)
    print(json.dumps(SEEN))
