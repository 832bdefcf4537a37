import numpy as np


def reference(x, most=256):
    return np.array([np.sum(x)])
