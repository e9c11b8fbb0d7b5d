"""How a global batch is divided among ranks. Whole numbers only, so all ranks come to the same division."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def divide(samples: int, shares: Sequence[int]) -> list[int]:
    """Divides so many samples, at most the sum of the shares, in proportion to them.

    No rank gets more than its share, and each gets one sample at least where there are enough of them. Where there are
    not, the first ranks have one each.
    """
    if samples == sum(shares):
        return list(shares)
    if samples < len(shares):
        return [int(rank < samples) for rank in range(len(shares))]
    # One for each; then what is left over, by the rounded-down sums of what the shares have beyond one.
    rest, whole = samples - len(shares), sum(shares) - len(shares)
    ends = [rest * end // whole for end in accumulate(share - 1 for share in shares)]
    return [1 + end - begin for begin, end in zip([0, *ends], ends)]
