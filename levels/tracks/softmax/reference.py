import numpy as np


def reference(x, programs=0):
    weights = np.exp(x - np.max(x, axis=1, keepdims=True))
    return weights / np.sum(weights, axis=1, keepdims=True)
