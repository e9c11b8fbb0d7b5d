"""A parameter server and its workers: each worker adds its rank to a number that the server keeps."""

import os
import warnings

warnings.filterwarnings("ignore")
import torch.distributed.rpc as rpc  # noqa: E402

ROLE = os.environ["RANKPLAN_ROLE"]
NAME = f"{ROLE}{os.environ['RANKPLAN_REPLICA']}"
total = 0


def add(number: int) -> None:
    global total
    total += number


rank = int(os.environ["RANK"])
rpc.init_rpc(NAME, rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
if ROLE == "worker":
    rpc.rpc_sync("ps0", add, args=(rank,))
    print(f"{NAME} is rank {rank}")
rpc.shutdown()
if ROLE == "ps":
    print(f"{NAME} has {total}")
