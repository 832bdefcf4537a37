import math

import numpy as np


def weights(q, k, causal):
    scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[2])
    if causal:
        i = np.arange(q.shape[1])
        scores = np.where(i[None, :] <= i[:, None], scores, -np.inf)
    p = np.exp(scores - np.max(scores, axis=2, keepdims=True))
    return p / np.sum(p, axis=2, keepdims=True)


def reference(q, k, v, do, causal):
    scale = 1 / math.sqrt(q.shape[2])
    p = weights(q, k, causal)
    dv = p.swapaxes(1, 2) @ do
    dp = do @ v.swapaxes(1, 2)
    ds = p * (dp - np.sum(p * dp, axis=2, keepdims=True))
    return ds @ k * scale, ds.swapaxes(1, 2) @ q * scale, dv


def sizes(q, k, v, do, causal):
    """What rounding goes by: for a query that sees few keys, dp and delta cancel."""
    p = weights(q, k, causal)
    products = (p @ v) * do
    of_delta = np.sqrt(np.sum(products * products, axis=2, keepdims=True))
    of_ds = p * of_delta
    of_dq = np.sqrt((of_ds * of_ds) @ (k * k)) / math.sqrt(q.shape[2])
    return of_dq, np.zeros_like(k), np.zeros_like(v)
