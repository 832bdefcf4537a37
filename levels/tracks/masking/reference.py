import numpy as np


def reference(x):
    return np.maximum(x, 0)
