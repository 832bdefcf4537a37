import numpy as np


def reference(x):
    return np.sum(x, axis=1), np.max(x, axis=1)
