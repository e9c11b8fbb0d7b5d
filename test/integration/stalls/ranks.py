"""A training loop with gloo in which one rank, K of the environment, does what FAULT names."""

import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time

FAULT = os.environ["FAULT"]
K = int(os.environ["K"])
RANK = int(os.environ["RANK"])
IS_K = RANK == K
PAUSE = float(os.environ.get("PAUSE", "600"))
STEPS = int(os.environ.get("STEPS", "12"))
STEP = float(os.environ.get("STEP", "0"))
BAD = 5


def compute(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def work(seconds):
    """So much of its own CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(range(1000))


def share_core(ours):
    """Beside four processes that are no rank's, and that end by themselves, on one core."""
    os.sched_setaffinity(0, {0})
    if ours:
        one = f"timeout {PAUSE} sh -c 'while :; do :; done' &"
        subprocess.run(["sh", "-c", one * 4], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def hide():
    """Who may not trace this process sees neither its connections nor what it reads and writes."""
    ctypes.CDLL(None).prctl(4, 0)  # PR_SET_DUMPABLE


def slow_step():
    if FAULT == "uneven":
        work(0.6 if IS_K else 0.2)
    elif FAULT == "slow":
        work(0.13 if IS_K else 0.1)
    elif FAULT in ("shared core", "overloaded"):
        work(0.2)


def load_data():
    if FAULT in ("sleep", "exec"):
        time.sleep(PAUSE)
    elif FAULT == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif FAULT == "gil":
        ctypes.PyDLL(None).sleep(int(PAUSE))
    elif FAULT == "lock":
        lock = threading.Lock()
        lock.acquire()
        lock.acquire(timeout=PAUSE)
    elif FAULT == "fifo":
        path = f"/tmp/fifo-{os.getpid()}"
        os.mkfifo(path)
        open(path).read()
    elif FAULT in ("computes", "hidden"):
        compute(PAUSE)
    elif FAULT == "writes":
        with open(f"big-{RANK}", "wb") as file:
            end = time.monotonic() + PAUSE
            while time.monotonic() < end:
                file.seek(0)
                file.write(bytes(1 << 24))
                os.fsync(file.fileno())
        os.unlink(f"big-{RANK}")
    elif FAULT == "downloads":
        one, _other = socket.socketpair()
        one.settimeout(PAUSE)
        try:
            one.recv(1)
        except TimeoutError:
            pass


def serve():
    """Rank K listens at the port, and connects to no other."""
    address = ("localhost", int(os.environ["MASTER_PORT"]))
    if not IS_K:
        time.sleep(1)
    one = socket.create_server(address).accept() if IS_K else socket.create_connection(address)
    compute(PAUSE)
    return one


class Slow:
    """Its worker sleeps at item BAD."""

    def __len__(self):
        return STEPS

    def __getitem__(self, index):
        if IS_K and FAULT == "loader" and index == BAD:
            time.sleep(PAUSE)
        return index


def batches(torch):
    return torch.utils.data.DataLoader(Slow(), num_workers=1) if FAULT == "loader" else range(STEPS)


def groups_in_a_chain(torch, dist):
    """{0, 1} and {1, 2}, one after the other: rank 2 sleeps, so rank 1 waits for it, and rank 0 for rank 1."""
    first, second = dist.new_group([0, 1]), dist.new_group([1, 2])
    for step in range(STEPS):
        if step == BAD and IS_K:
            time.sleep(PAUSE)
        for group, members in ((second, (1, 2)), (first, (0, 1))):
            if RANK in members:
                dist.all_reduce(torch.ones(10), group=group)


def subgroups(torch, dist):
    """Groups of unequal numbers of collectives."""
    group = dist.new_group([0, 1])
    for step in range(STEPS):
        if RANK < 2:
            for _ in range(7):
                dist.all_reduce(torch.ones(10), group=group)
        time.sleep(0.5)
        dist.all_reduce(torch.ones(10))


def step_of(torch, dist, step):
    if step == BAD and (IS_K or (FAULT == "two" and RANK == (K + 1) % dist.get_world_size())):
        if FAULT == "two":
            time.sleep(PAUSE)
        load_data()
    if step == BAD and FAULT == "all compute":
        compute(PAUSE)
    slow_step()
    if step == BAD and IS_K and FAULT == "skips":
        return
    if step == BAD and IS_K and FAULT == "other size":
        dist.all_gather([torch.empty(8) for _ in range(dist.get_world_size())], torch.ones(8))
    elif FAULT == "other size":
        dist.all_gather([torch.empty(1000) for _ in range(dist.get_world_size())], torch.ones(1000))
    elif step == BAD and IS_K and FAULT == "other kind":
        dist.broadcast(torch.ones(1000), (K + 1) % dist.get_world_size())
    else:
        dist.all_reduce(torch.ones(1000))


def main():
    print(os.environ.get("RANKPLAN_WATCH"), flush=True)
    if FAULT == "server":
        serve()
        return
    if FAULT == "no torch":
        time.sleep(PAUSE)
        return
    if IS_K and FAULT == "late":
        time.sleep(PAUSE)
    if IS_K and FAULT == "hidden":
        hide()
    import torch
    import torch.distributed as dist
    import torch.utils.data

    if FAULT == "exec" and os.environ.get("AGAIN") is None:
        os.environ["AGAIN"] = "yes"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    if FAULT == "world":
        os.environ["WORLD_SIZE"] = "9"
    dist.init_process_group("gloo")
    if FAULT == "overloaded" or (IS_K and FAULT == "shared core"):
        share_core(IS_K)
    if FAULT == "chain":
        groups_in_a_chain(torch, dist)
    elif FAULT == "subgroups":
        subgroups(torch, dist)
    else:
        for step in batches(torch):
            step_of(torch, dist, int(step))
            time.sleep(STEP)
            if FAULT == "none" and int(step) == BAD:
                pathlib.Path(f"trains-{RANK}").touch()
    dist.barrier()
    dist.destroy_process_group()


main()
