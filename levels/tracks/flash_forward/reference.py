import math

import numpy as np


def reference(q, k, v, causal):
    scores = q @ k.swapaxes(1, 2) / math.sqrt(q.shape[2])
    if causal:
        i = np.arange(q.shape[1])
        scores = np.where(i[None, :] <= i[:, None], scores, -np.inf)
    m = np.max(scores, axis=2, keepdims=True)
    weights = np.exp(scores - m)
    l = np.sum(weights, axis=2, keepdims=True)
    lse = (m + np.log(l)).reshape(q.shape[0], q.shape[1])
    return weights / l @ v, lse
