import math

import numpy as np


def loss(q, k, v, do):
    scores = q @ k.T / math.sqrt(q.shape[1])
    p = np.exp(scores - np.max(scores, axis=1, keepdims=True))
    p = p / np.sum(p, axis=1, keepdims=True)
    return np.sum(p @ v * do, axis=1), p


def reference(q, k, v, do, direction, h):
    plus, _ = loss(q + h * direction, k, v, do)
    minus, _ = loss(q - h * direction, k, v, do)
    _, p = loss(q, k, v, do)
    dp = do @ v.T
    ds = p * (dp - np.sum(p * dp, axis=1, keepdims=True))
    dq = ds @ k / math.sqrt(q.shape[1])
    return (plus - minus) / (2 * h), np.sum(dq * direction, axis=1)
