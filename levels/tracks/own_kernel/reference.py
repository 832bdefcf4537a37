import numpy as np


def reference(x, residual, w, eps):
    h = x + residual
    rms = np.sqrt(np.mean(h * h, axis=1, keepdims=True) + eps)
    return h / rms * w, h
