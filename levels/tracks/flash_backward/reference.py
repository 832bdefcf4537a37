import math

import numpy as np


def reference(q, k, v, do, causal):
    scale = 1 / math.sqrt(q.shape[2])
    scores = q @ k.swapaxes(1, 2) * scale
    if causal:
        i = np.arange(q.shape[1])
        scores = np.where(i[None, :] <= i[:, None], scores, -np.inf)
    p = np.exp(scores - np.max(scores, axis=2, keepdims=True))
    p = p / np.sum(p, axis=2, keepdims=True)
    dv = p.swapaxes(1, 2) @ do
    dp = do @ v.swapaxes(1, 2)
    ds = p * (dp - np.sum(p * dp, axis=2, keepdims=True))
    return ds @ k * scale, ds.swapaxes(1, 2) @ q * scale, dv
