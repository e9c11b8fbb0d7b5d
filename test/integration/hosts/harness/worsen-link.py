"""A bad cable: worsen-link.py INTERFACE INTERFACE DELAY_MS LOSS carries frames between two interfaces, each DELAY_MS
later, and loses the fraction LOSS of them. For kernels without netem."""

import collections
import random
import select
import socket
import sys
import time

SOL_PACKET, PACKET_VNET_HDR, ETH_P_ALL = 263, 15, 3


def open_interface(name):
    interface = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    # Frames come with what their sender left to the network card (checksums, segments), and are sent on with it.
    interface.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    interface.bind((name, 0))
    return interface


def carry(left, right, delay, loss):
    other = {left: right, right: left}
    waiting = collections.deque()
    while True:
        timeout = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for source in select.select([left, right], [], [], timeout)[0]:
            frame, (_, _, kind, _, _) = source.recvfrom(70_000)
            if kind != socket.PACKET_OUTGOING and random.random() >= loss:
                waiting.append((time.monotonic() + delay, other[source], frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, target, frame = waiting.popleft()
            target.send(frame)


if __name__ == "__main__":
    random.seed(1)
    carry(open_interface(sys.argv[1]), open_interface(sys.argv[2]), float(sys.argv[3]) / 1000, float(sys.argv[4]))
