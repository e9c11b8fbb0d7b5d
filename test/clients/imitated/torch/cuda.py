"""Devices, as torch.cuda has them: numbered by CUDA_VISIBLE_DEVICES, opened by the first thing that is put on them."""

import ctypes
import os
import uuid

PCI_BUS_ID = 33
opened = {}
current = 0


class AcceleratorError(RuntimeError):
    __module__ = "torch"


class Properties:
    def __init__(self, name, identity, bus):
        self.name, self.uuid, self.pci_bus_id = name, identity, bus


def start():
    """The driver, and how many devices it shows: none where it is not there, or does not start."""
    path = os.environ.get("RANKPLAN_CUDA", "")
    if path == "" or os.environ.get("RANKPLAN_FAKE_NO_DRIVER") is not None:
        return None, 0
    driver = ctypes.CDLL(path)
    count = ctypes.c_int(0)
    if driver.cuInit(0) == 0:
        driver.cuDeviceGetCount(ctypes.byref(count))
    return driver, count.value


driver, devices = start()


def device_count():
    return devices


def is_available():
    return devices > 0


def current_device():
    return current


def set_device(device):
    global current
    current = ordinal_of(device)


def ordinal_of(device):
    """Of `cuda` (the current device), `cuda:1` and 1."""
    text = str(device)
    ordinal = current if text == "cuda" else int(text.split(":")[-1])
    if not 0 <= ordinal < devices:
        raise AcceleratorError("CUDA error: invalid device ordinal")
    return ordinal


def get_device_properties(device):
    ordinal = ordinal_of(device)
    name = ctypes.create_string_buffer(256)
    identity = ctypes.create_string_buffer(16)
    bus = ctypes.c_int()
    driver.cuDeviceGetName(name, 256, ordinal)
    driver.cuDeviceGetUuid_v2(identity, ordinal)
    driver.cuDeviceGetAttribute(ctypes.byref(bus), PCI_BUS_ID, ordinal)
    return Properties(name.value.decode(), uuid.UUID(bytes=identity.raw), bus.value)


def allocate(ordinal, size):
    if ordinal not in opened:
        opened[ordinal] = ctypes.c_void_p()
        check(driver.cuDevicePrimaryCtxRetain(ctypes.byref(opened[ordinal]), ordinal))
    check(driver.cuCtxSetCurrent(opened[ordinal]))
    check(driver.cuMemAlloc_v2(ctypes.byref(ctypes.c_uint64()), ctypes.c_size_t(size)))


def check(status):
    if status != 0:
        raise AcceleratorError(f"CUDA error: {status}")
