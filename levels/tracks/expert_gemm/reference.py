import numpy as np


def reference(x, w, token, offsets, weight, place):
    parts = []
    for expert in range(w.shape[0]):
        first, last = int(offsets[expert]), int(offsets[expert + 1])
        rows = x[token[first:last].astype(int)] @ w[expert]
        parts.append(rows * weight[first:last][:, None])
    part = np.concatenate(parts)
    place = place.astype(int)
    return part[place[:, 0]] + part[place[:, 1]], part
