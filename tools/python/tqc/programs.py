"""The commands tqc, tq-run, tq-opt and tq-emu out of the package's library."""

import ctypes
import os
import sys

from . import library


def start(name):
    loaded = library.load()
    if not hasattr(loaded.c, "tqc_program"):
        sys.exit(f"{name}: {loaded.path} holds no programs")
    words = [name, *sys.argv[1:]]
    array = (ctypes.c_char_p * (len(words) + 1))(*map(os.fsencode, words))
    sys.stdout.flush()
    sys.exit(loaded.c.tqc_program(len(words), array))


def tqc():
    start("tqc")


def tq_run():
    start("tq-run")


def tq_opt():
    start("tq-opt")


def tq_emu():
    start("tq-emu")
