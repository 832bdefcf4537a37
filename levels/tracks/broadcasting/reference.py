import numpy as np


def reference(a, b):
    return np.abs(a[:, None] - b[None, :])
