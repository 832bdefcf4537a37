import numpy as np


def reference(x, alpha, scale):
    t = x * scale
    return np.where(t > 0, t, alpha * np.expm1(np.minimum(t, 0)))
