"""What the CUDA driver shows this process: no context is made, so no memory of a GPU is taken."""

from __future__ import annotations

import ctypes

NO_DEVICE = 100


class DriverError(Exception):
    """The driver cannot be asked."""


def visible_uuids() -> list[str]:
    """The UUID of each GPU or MIG instance, from cuda:0 on, in the form 8-4-4-4-12."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise DriverError(f"the plan gives it an NVIDIA GPU, and there is no driver: {error}") from None
    status = driver.cuInit(0)
    if status == NO_DEVICE:
        return []
    expect(status, "cuInit")
    count = ctypes.c_int()
    expect(driver.cuDeviceGetCount(ctypes.byref(count)), "cuDeviceGetCount")
    return [uuid_of(driver, ordinal) for ordinal in range(count.value)]


def uuid_of(driver: ctypes.CDLL, ordinal: int) -> str:
    device = ctypes.c_int()
    expect(driver.cuDeviceGet(ctypes.byref(device), ordinal), "cuDeviceGet")
    digits = (ctypes.c_ubyte * 16)()
    # The second form, of CUDA 11.4, tells MIG instances apart.
    ask = getattr(driver, "cuDeviceGetUuid_v2", None) or driver.cuDeviceGetUuid
    expect(ask(ctypes.byref(digits), device), "cuDeviceGetUuid")
    text = bytes(digits).hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def expect(status: int, call: str) -> None:
    if status != 0:
        raise DriverError(f"the NVIDIA driver fails in {call} with error {status}")
