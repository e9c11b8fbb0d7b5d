"""Whether all ranks hold one plan, asked before anything waits for all of them."""

from __future__ import annotations

import json
import os
import socket
import time
from collections import Counter
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from torch.distributed import PrefixStore, Store, TCPStore  # type: ignore[attr-defined]

from rankplan._place import Place, current

if TYPE_CHECKING:
    from collections.abc import Callable

Card = dict[str, object]

_kept: list[Store] = []  # the server of rank 0 ends with its store, and init_process_group finds it at the same port


class PlanMismatchError(RuntimeError):
    """The ranks of this run do not hold one plan, or some have not come."""

    __module__ = "rankplan.torch"  # as tracebacks show it


def check_plan(timeout: float = 30) -> None:
    """Ends this rank with the names of those that hold another plan, or have not come after so many seconds.

    Call it first in the program, on all ranks: before init_process_group, an Accelerator or a Trainer, which wait half
    an hour for a rank that does not come. It uses MASTER_ADDR and MASTER_PORT, as they do, and leaves both to them.
    """
    place = current()
    deadline = time.monotonic() + timeout
    card = _describe(place)
    store = _open_store(place, card, deadline)
    _take_rank(store, card)
    if place.rank == 0:
        found = _compare(place, store, deadline)
        store.set("verdict", json.dumps([card, found]))
        if found:  # the store ends with this rank: let the others hear first
            _poll(lambda: store.add("heard", 0) >= store.add("come", 0) - 1, time.monotonic() + 5)
    # Rank 0 may have begun to wait just now, and has all of the time for it.
    elif not _poll(lambda: store.check(["verdict"]), deadline + timeout):
        raise PlanMismatchError(f"{_name(card)} got no answer of rank 0 in {2 * timeout:g} s")
    first, faults = json.loads(store.get("verdict"))
    store.add("heard", 1)
    if not faults and _plan(card) != _plan(first):
        faults = [f"{_name(card)} holds {_plan(card)}, and {_name(first)} {_plan(first)}"]
    if faults:
        raise PlanMismatchError("; ".join(faults))


def _open_store(place: Place, card: Card, deadline: float) -> Store:
    agent = os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True"  # torchrun's agent is the server
    serves = place.rank == 0 and not agent
    address, port = os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])
    # TCPStore prints pages while it finds nobody, so it is asked when somebody answers.
    if not serves and not _poll(lambda: _answers(address, port), deadline):
        raise PlanMismatchError(
            f"{_name(card)} finds no rank 0 at {address}:{port}: "
            "rank 0 was not started, has another plan, or cannot be reached"
        )
    left = timedelta(seconds=max(1.0, deadline - time.monotonic()))
    try:
        store = TCPStore(address, port, is_master=serves, timeout=left, wait_for_workers=False, multi_tenant=True)
    except RuntimeError as error:
        if not serves:
            raise
        raise PlanMismatchError(
            f"{_name(card)} cannot listen at port {port}: it was started twice, "
            f"or another program has the port; {error}"
        ) from None
    _kept.append(store)
    attempt = os.environ.get("TORCHELASTIC_RESTART_COUNT", str(place.restart))
    return PrefixStore(f"rankplan/{attempt}", store)


def _answers(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), timeout=1):
            return True
    except OSError:
        return False


def _poll(is_so: Callable[[], bool], deadline: float) -> bool:
    """Asks again and again, ever more seldom."""
    pause = 0.01
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(0.5, pause * 1.5)
    return True


def _take_rank(store: Store, card: Card) -> None:
    me = f"process {os.getpid()} of {socket.gethostname()}"
    holder = store.compare_set(f"holder/{card['rank']}", "", me).decode()
    if holder != me:
        raise PlanMismatchError(f"{_name(card)} was started twice: {me} and {holder} are both this rank")
    store.set(f"rank/{card['rank']}", json.dumps(card))
    store.add("come", 1)


def _describe(place: Place) -> Card:
    return {"rank": place.rank, "node": place.node, "plan": place.plan, "of": place.world_size}


def _compare(place: Place, store: Store, deadline: float) -> list[str]:
    """Rank 0 reads the card of each rank, and says what is wrong with them."""
    cards: list[Card] = []
    missing: list[int] = []
    for rank in range(place.world_size):
        key = f"rank/{rank}"
        if _poll(partial(store.check, [key]), deadline):
            cards.append(json.loads(store.get(key)))
        else:
            missing.append(rank)
    faults = _find_others(cards)
    if missing:
        some = ", ".join(map(str, missing[:8])) + (", …" if len(missing) > 8 else "")
        faults.append(f"{len(missing)} of {place.world_size} ranks have not come: rank {some}")
    return faults


def _find_others(cards: list[Card]) -> list[str]:
    """Those who do not hold what most hold; where none are most, what rank 0 holds."""
    usual, count = Counter(_plan(card) for card in cards).most_common(1)[0]
    if 2 * count <= len(cards):
        usual = _plan(cards[0])
    others = [card for card in cards if _plan(card) != usual]
    faults = [f"{_name(card)} holds {_plan(card)}" for card in others[:8]]
    if len(others) > 8:
        faults.append(f"so do {len(others) - 8} more")
    if others:
        faults.append(f"the others hold {usual}: every machine needs the same compiled folder")
    return faults


def _name(card: Card) -> str:
    return f"rank {card['rank']} ({card['node']})"


def _plan(card: Card) -> str:
    return f"plan {str(card['plan'])[:12]} of {card['of']} ranks"
