"""Holds ShareSampler against the simplest reading of what it promises, over random lengths and shares.

Arguments: a seed, and how many cases. Prints how many there were of each kind.
"""

import io
import json
import os
import random
import sys
from collections import Counter
from fractions import Fraction

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
            assert len(step.batch) >= 1 and set(step.batch) <= set(whole)
            assert step.updates == ((at + 1) % accumulate == 0 or at + 1 == len(wanted))


def check_resumed(make, shares, epoch, accumulate, wanted, draw):
    """Stops after some update, and goes on in a new process under other shares of the same sum."""
    sampler = make(shares, draw.randrange(len(shares)))
    sampler.set_epoch(epoch)
    stop = draw.randrange(1, len(wanted) + 1)
    loader = DataLoader(range(sampler.length), batch_sampler=sampler, collate_fn=list, num_workers=0)
    trained = 0
    for number, step in enumerate(sampler.steps(loader, accumulate), 1):
        trained = number if step.updates else trained
        if number == stop:
            break
    state = json.loads(json.dumps(sampler.state_dict()))
    others = draw.sample(list(shares), len(shares))
    if others[0] > 1 and draw.random() < 0.5:
        others[0] -= 1
        others.append(1)
    resumed = [make(tuple(others), rank) for rank in range(len(others))]
    for each in resumed:
        each.load_state_dict(state)
        each.set_epoch(epoch)
    check_epoch(resumed, wanted[trained:], accumulate)
    if trained == len(wanted):
        SEEN["resumed behind the last batch"] += 1
        assert all(each.state_dict() == state for each in resumed)
    check_epoch(resumed, wanted, accumulate)  # once more, it is a whole epoch
    again = make(shares, 0)
    again.load_state_dict(state)
    again.set_epoch(epoch + 1)  # the rest of that epoch is given up
    assert again.state_dict() == {**state, "epoch": epoch + 1, "samples": 0}
    assert len(list(again)) == len(again)
    SEEN["resumed"] += 1


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
    check_epoch(samplers, wanted, accumulate)  # the same epoch again is the same
    if wanted:
        check_resumed(make, shares, epoch, accumulate, wanted, draw)
    SEEN[f"last {last}"] += 1
    SEEN["accumulated"] += accumulate > 1


def refused(call):
    try:
        call()
    except ValueError as error:
        return str(error)
    raise AssertionError("nothing is refused")


def check_refusals():
    """What would lose samples, or checkpoints, without a word."""
    sampler = ShareSampler(10, [3, 1], 0)
    loader = DataLoader(range(10), batch_sampler=sampler, num_workers=2, in_order=False)
    assert "in_order" in refused(lambda: next(sampler.steps(loader)))
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


if __name__ == "__main__":
    check_refusals()
    source = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        run_case(source)
    print(json.dumps(SEEN))
