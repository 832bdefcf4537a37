"""How the emulator runs kernels, and which device a launch goes to."""

import contextlib
import dataclasses
import functools

from . import library


@dataclasses.dataclass
class Settings:
    """How the emulator runs kernels, and who hears of what it finds."""

    arch: str = ""              # for the emulator; else the device's own
    options: str = ""           # of the emulator, as tqc.h lists them
    on_findings: object = None  # called with (kernel name, problems); None raises
    undefined_byte: object = None  # called with a Tensor: the byte of memory not yet written


settings = Settings()


@functools.lru_cache(maxsize=None)
def device_named(name, options):
    return library.load().device(name, options)


def device_for(gpu):
    return device_named("emu", settings.options) if gpu is None else device_named(f"cuda:{gpu}", "")


@contextlib.contextmanager
def emulator(**changes):
    """Other settings for the launches inside: `with tqc.emulator(options="schedule=random")`."""
    before = dict(vars(settings))
    for name, value in changes.items():
        if name not in before:
            raise TypeError(f"the emulator has no setting {name}; it has {', '.join(before)}")
        setattr(settings, name, value)
    try:
        yield
    finally:
        vars(settings).update(before)
