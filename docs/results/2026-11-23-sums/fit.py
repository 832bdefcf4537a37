"""Which rule gives the sums of sums.cu, bit for bit?

All terms of an instruction, products and the sum so far, are cut off (towards zero) at
PLACES bits behind the greatest exponent among them, and added exactly; the result is cut to
PLACES bits of fraction, or to fp32. A product's exponent is the sum of its factors'.
"""

import sys

import numpy as np

ROW = np.dtype([("a", "<u4", (64, 8)), ("b", "<u4", (8, 8)), ("c", "<f4", (64, 8)), ("d", "<f4", (64, 8))])
FORMATS = {"e4m3": (4, 3, 8), "e5m2": (5, 2, 8), "bf16": (8, 7, 16), "f16": (5, 10, 16), "tf32": (8, 10, 32)}


def decode(words, kind):
    """Values and exponents; those of subnormals are the smallest normal one's."""
    exponent_bits, mantissa_bits, width = FORMATS[kind]
    parts = [(words.astype(np.int64) >> (width * i)) & ((1 << width) - 1) for i in range(32 // width)]
    bits = np.stack(parts, -1).reshape(words.shape[:-1] + (-1,))
    if width == 32:
        bits >>= 13
    mantissa = bits & ((1 << mantissa_bits) - 1)
    stored = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1)
    negative = (bits >> (exponent_bits + mantissa_bits)) & 1
    exponent = np.maximum(stored, 1) - ((1 << (exponent_bits - 1)) - 1)
    mantissa = np.where(stored == 0, mantissa, mantissa + (1 << mantissa_bits))
    return np.where(negative, -1, 1) * mantissa * 2.0 ** (exponent - mantissa_bits), exponent


def exponent_of(values):
    return np.where(values == 0, -10000, np.frexp(np.abs(values))[1] - 1)


def cut(values, place):
    return np.trunc(values / 2.0**place) * 2.0**place


def predict(rows, kind, places):
    a, exponent_a = decode(rows["a"], kind)
    b, exponent_b = decode(rows["b"], kind)
    products = a[:, :, None] * b[:, None]
    exponents = np.where(products == 0, -10000, exponent_a[:, :, None] + exponent_b[:, None])
    sums = rows["c"].astype(float)
    greatest = np.maximum(exponents.max(-1), exponent_of(sums))
    place = np.where(greatest < -9000, 0, greatest - places).astype(float)
    sums = cut(products, place[..., None]).sum(-1) + cut(sums, place)
    kept = np.where(sums == 0, 0, exponent_of(sums) - min(places, 23)).astype(float)
    return cut(sums, kept).astype(np.float32)


for name in sys.argv[2:] or ["wg_e4m3", "wg_e5m2", "wg_tf32", "wg_f16", "wg_bf16", "mm_tf32", "mm_f16", "mm_bf16", "mm_e4m3", "mm_e5m2"]:
    rows = np.fromfile(f"{sys.argv[1]}/{name}.bin", ROW)
    shares = {places: (predict(rows, name[3:], places).view("u4") == rows["d"].view("u4")).mean() for places in range(11, 28)}
    best = max(shares, key=shares.get)
    print(f"| {name} | {best} | {shares[best]:.4f} |")
