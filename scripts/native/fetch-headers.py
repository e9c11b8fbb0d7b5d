"""Puts NVIDIA's headers into a folder: fetch-headers.py FOLDER PACKAGE==VERSION...

Of each wheel the headers alone are read, by ranges of its zip archive: cuBLAS has hundreds of MB.
"""

import io
import json
import pathlib
import subprocess
import sys
import urllib.request
import zipfile


class RemoteFile(io.RawIOBase):
    """A file that is read in pieces as they are needed."""

    def __init__(self, url):
        self.url = url
        self.place = 0
        self.size = int(self.get("0-0").headers["Content-Range"].rpartition("/")[2])

    def get(self, bounds):
        request = urllib.request.Request(self.url, headers={"Range": f"bytes={bounds}"})
        return urllib.request.urlopen(request, timeout=60)

    def seekable(self):
        return True

    def readable(self):
        return True

    def seek(self, offset, whence=0):
        self.place = offset + (0, self.place, self.size)[whence]
        return self.place

    def tell(self):
        return self.place

    def readinto(self, buffer):
        end = min(self.place + len(buffer), self.size)
        if end <= self.place:
            return 0
        data = self.get(f"{self.place}-{end - 1}").read()
        buffer[: len(data)] = data
        self.place += len(data)
        return len(data)


def open_wheel(url):
    """By pieces where the server gives them, else as a whole."""
    try:
        return zipfile.ZipFile(io.BufferedReader(RemoteFile(url), 1 << 18))
    except (AttributeError, OSError):
        return zipfile.ZipFile(io.BytesIO(urllib.request.urlopen(url, timeout=60).read()))


def find_wheels(packages):
    """The addresses of the wheels, which are not downloaded."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--no-deps", "--ignore-installed"]
    report = subprocess.run(command + ["--report", "-", *packages], check=True, capture_output=True, text=True).stdout
    return [item["download_info"]["url"] for item in json.loads(report)["install"]]


def main(folder, *packages):
    for url in find_wheels(packages):
        archive = open_wheel(url)
        for name in archive.namelist():
            _, found, path = name.partition("/include/")
            if not found or not path.endswith((".h", ".hpp")) or path.count("/") > 1:
                continue
            target = pathlib.Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(name))


main(*sys.argv[1:])
