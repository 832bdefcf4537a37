import numpy as np


def philox(seed, counter):
    """The first of the four numbers of Philox 4x32 with ten rounds."""
    low = 0xFFFFFFFF
    c0, c1, c2, c3 = counter, 0, 0, 0
    k0, k1 = seed & low, (seed >> 32) & low
    for i in range(10):
        b, a = 0xCD9E8D57 * c2, 0xD2511F53 * c0
        c0, c1, c2, c3 = (b >> 32) ^ c1 ^ k0, b & low, (a >> 32) ^ c3 ^ k1, a & low
        k0, k1 = (k0 + 0x9E3779B9) & low, (k1 + 0xBB67AE85) & low
    return c0


def uniform(bits):
    """A number in [0, 1) of 32 bits, as Triton makes it."""
    signed = bits - (1 << 32) if bits >= 1 << 31 else bits
    return (-signed - 1 if signed < 0 else signed) * 4.6566127342e-10


def reference(x, p, seed):
    random = np.array([uniform(philox(seed, i)) for i in range(x.size)])
    return np.where(random > p, x / (1 - p), 0)
