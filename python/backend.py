"""Builds the wheels of rankplan: the Python part, and what `npm run build` and `npm run build:native` put into dist/.

In a fresh clone it has npm build the command first. Without a C++ compiler the wheel has no native part.

A PEP 517 backend (`pip wheel ./python`, `python -m build --wheel python`) builds that of this machine; `python
python/backend.py FOLDER` builds one for each machine whose native part is there. The same files give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMMAND = "rankplan/_node"
NATIVE = ROOT / "dist" / "native"
# By the folder of the native part: Node's name of the machine, and that of wheels.
PLATFORMS = {"linux-x64": "manylinux_2_28_x86_64", "linux-arm64": "manylinux_2_28_aarch64"}
MACHINES = {"x86_64": "linux-x64", "aarch64": "linux-arm64"}
# What the command reads; V8's caches belong to one build of Node, and other programs have no use here.
BUNDLES = ["rankplan.cjs", "cli.cjs", "run.cjs", "lsp.cjs", "rest.cjs", "ask-driver.cjs"]
SENT_FILES = ["rankplan-exec", "rankplan-probe"]  # by `run --all`, to hosts of either machine
NATIVE_FILES = [*SENT_FILES, "rankplan.node"]
COMPLETE = "THIRD-PARTY-LICENSES.txt"  # what a build writes last


class UnsupportedOperation(Exception):  # noqa: N818  # PEP 517 names it
    """What this backend does not do."""


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,  # noqa: ARG001  # PEP 517 gives it
    metadata_directory: str | None = None,  # noqa: ARG001
) -> str:
    machine = MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    if machine is None:
        sys.exit("error: rankplan has wheels for Linux on x86-64 and arm64 only")
    if not (ROOT / "dist" / COMPLETE).is_file():
        build_command()
    return write_wheel(Path(wheel_directory), machine)


def build_command() -> None:
    """As `npm start` does; it leaves the native part out where there is no C++ compiler."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("error: there is no npm on the PATH, which builds rankplan's command: install Node 20.19 or newer")
    print("rankplan: building the command with npm", file=sys.stderr)
    # pip shows what a backend says only where it fails.
    ended = subprocess.run([npm, "run", "--silent", "prepare"], cwd=ROOT, stdin=subprocess.DEVNULL)
    if ended.returncode != 0 or not (ROOT / "dist" / COMPLETE).is_file():
        sys.exit(f"error: `npm run prepare` in {ROOT} failed (status {ended.returncode}): its words are above")


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:  # noqa: ARG001
    raise UnsupportedOperation("rankplan's wheel is built in a clone, by Node and a C++ compiler: there is no sdist")


def write_wheel(folder: Path, machine: str) -> str:
    version = json.loads((ROOT / "package.json").read_text("utf-8"))["version"]
    tag = f"py3-none-{PLATFORMS[machine]}"
    info = f"rankplan-{version}.dist-info"
    files = {**python_files(), **command_files(machine), **manual_pages(version), **describe(info, version, tag)}
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    name = f"rankplan-{version}-{tag}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path)  # of 1980, as wheels have no use for times
            is_program = "/native/" in path
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return name


def python_files() -> dict[str, bytes]:
    source = HERE / "src"
    paths = [path for path in source.rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    return {path.relative_to(source).as_posix(): path.read_bytes() for path in paths}


def command_files(machine: str) -> dict[str, bytes]:
    paths = [
        *(f"dist/{name}" for name in BUNDLES),
        *(f"dist/native/{machine}/{name}" for name in NATIVE_FILES if machine in built_machines()),
        *(f"dist/native/{other}/{name}" for other in built_machines() if other != machine for name in SENT_FILES),
        *(f"schemas/{path.name}" for path in (ROOT / "schemas").glob("*.json")),
        # Editors link to them.
        *(f"docs/diagnostics/{path.name}" for path in (ROOT / "docs/diagnostics").glob("RP*.md")),
    ]
    missing = [path for path in paths if not (ROOT / path).is_file()]
    if missing:
        sys.exit(f"error: {', '.join(missing)}: `npm start` and `npm run build:native -- --all` build them")
    return {f"{COMMAND}/{path}": (ROOT / path).read_bytes() for path in paths}


def built_machines() -> list[str]:
    return [name for name in PLATFORMS if (NATIVE / name).is_dir()]


def manual_pages(version: str) -> dict[str, bytes]:
    folder = f"rankplan-{version}.data/data/share/man/man1"
    return {f"{folder}/{page.name}": page.read_bytes() for page in (ROOT / "man").glob("*.1")}


def describe(info: str, version: str, tag: str) -> dict[str, bytes]:
    licenses = {"LICENSE": ROOT / "LICENSE", "THIRD-PARTY-LICENSES.txt": ROOT / "dist" / "THIRD-PARTY-LICENSES.txt"}
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    scripts = "".join(f"{name} = {entry}\n" for name, entry in project["scripts"].items())
    texts = {
        "METADATA": metadata(project, version, list(licenses)),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: rankplan\nRoot-Is-Purelib: false\nTag: {tag}\n",
        "entry_points.txt": f"[console_scripts]\n{scripts}",
    }
    return {
        **{f"{info}/{name}": text.encode() for name, text in texts.items()},
        **{f"{info}/licenses/{name}": path.read_bytes() for name, path in licenses.items()},
    }


def metadata(project: dict[str, Any], version: str, licenses: list[str]) -> str:
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", project["name"]),
        ("Version", version),
        ("Summary", project["description"]),
        ("Keywords", ",".join(project["keywords"])),
        ("Author", ", ".join(author["name"] for author in project["authors"])),
        ("License-Expression", project["license"]),
        *(("License-File", name) for name in licenses),
        *(("Classifier", classifier) for classifier in project["classifiers"]),
        ("Requires-Python", project["requires-python"]),
        *(
            field
            for extra, needed in project["optional-dependencies"].items()
            for field in [
                ("Provides-Extra", extra),
                *(("Requires-Dist", f"{need}; extra == '{extra}'") for need in needed),
            ]
        ),
        ("Description-Content-Type", "text/markdown"),
    ]
    head = "".join(f"{name}: {value}\n" for name, value in fields)
    return f"{head}\n{(HERE / project['readme']).read_text('utf-8')}"


def record(files: dict[str, bytes], own: str) -> bytes:
    lines = []
    for path, content in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()


if __name__ == "__main__":
    (target,) = sys.argv[1:]
    built = built_machines()
    if not built:
        sys.exit(f"{NATIVE} has no native part: `npm run build:native` builds it")
    for name in built:
        print(Path(target) / write_wheel(Path(target), name))
