"""Writes small .npy files, good and bad, into a folder; needs no numpy."""

import os
import struct
import sys


def npy(descr, shape, data, fortran=False):
    header = (f"{{'descr': '{descr}', 'fortran_order': {fortran}, "
              f"'shape': {shape}, }}\n").encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data


folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
floats = struct.pack("<8f", *range(8))
for name, content in {
    "good": npy("<f4", "(4, 2)", floats),
    "fortran": npy("<f4", "(4, 2)", floats, True),
    "truncated": npy("<f4", "(4, 2)", floats[:-1]),
    "complex": npy("<c8", "(4,)", floats),
}.items():
    with open(os.path.join(folder, name + ".npy"), "wb") as file:
        file.write(content)
