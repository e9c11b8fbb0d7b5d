"""Opens PyTorch's own worker server for rankplan (`launch.watch: collectives`), on a socket for this user alone.

Python imports this file at its start, as its folder is on PYTHONPATH. Nothing runs until torch.distributed is imported,
and no process that was started for data loading serves. Then a sitecustomize of others is imported, which this one
hides.
"""

import atexit
import fcntl
import os
import sys
import time
from importlib.machinery import PathFinder

MODULE = "torch.distributed.distributed_c10d"
HERE = os.path.dirname(os.path.abspath(__file__))


class WaitForTorch:
    """Finds MODULE as Python does, and has `serve` called when it has been imported."""

    def find_spec(self, name, path=None, target=None):
        if name != MODULE:
            return None
        sys.meta_path.remove(self)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                serve()

            spec.loader.exec_module = exec_module
        return spec


def serve():
    """Never disturbs the program: without a server nothing is known of this rank."""
    if any("multiprocessing" in word for word in sys.orig_argv):
        return
    path = f"{os.environ['RANKPLAN_WATCH']}.{os.getpid()}"
    try:
        import ctypes

        from torch._C._distributed_c10d import _WorkerServer

        lock = open(f"{path}.lock", "w")  # noqa: SIM115 (until the process ends)
        if os.path.exists(path):
            os.unlink(path)  # of this process, before it became this program by exec
        server = start_silently(lambda: _WorkerServer(path, -1))
        # It lives as long as the process: to end it while a request waits for the GIL would hang.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(server))
        atexit.register(close, path, lock, os.getpid())
    except Exception as error:
        del os.environ["RANKPLAN_WATCH"]  # said once: not by what this process starts
        print(f"rankplan: launch.watch: this rank's collectives are not known: {error}", file=sys.stderr)


def start_silently(start):
    """Keeps "Server listening" from stderr: who started this process may read it. What else is written comes after."""
    kept = os.dup(2)
    said = os.memfd_create("rankplan")
    os.dup2(said, 2)
    try:
        return start()
    finally:
        os.dup2(kept, 2)
        os.lseek(said, 0, os.SEEK_SET)
        lines = os.read(said, 1 << 16).splitlines(keepends=True)
        others = b"".join(line for line in lines if b"Server listening to UNIX" not in line)
        os.write(2, others)
        os.close(said)
        os.close(kept)


def close(path, lock, pid):
    """Waits for a request that is being answered, and allows no other: its thread would abort a process that ends."""
    if os.getpid() != pid:
        return
    fcntl.flock(lock, fcntl.LOCK_EX)
    if os.path.exists(path):
        os.unlink(path)
    time.sleep(0.02)  # without the GIL: who asked and did not wait leaves a thread that wants it


if "RANKPLAN_WATCH" in os.environ and hasattr(sys, "orig_argv"):
    sys.meta_path.insert(0, WaitForTorch())

sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != HERE]
own = sys.modules.pop(__name__)
try:
    import sitecustomize  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "sitecustomize":
        raise
sys.modules.setdefault(__name__, own)  # who imports this file expects it there
