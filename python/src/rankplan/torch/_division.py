"""How a global batch is divided among ranks. Whole numbers only, so all ranks come to the same division."""

from __future__ import annotations

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
    # One for each; then what is left, by what shares have beyond one, with the largest remainders rounded up.
    rest, whole = samples - len(shares), sum(shares) - len(shares)
    parts = [1 + rest * (share - 1) // whole for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda rank: -(rest * (shares[rank] - 1) % whole))
    for rank in by_remainder[: samples - sum(parts)]:
        parts[rank] += 1
    return parts
