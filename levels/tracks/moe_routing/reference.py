import numpy as np


def reference(logits):
    tokens, experts = logits.shape
    order = np.argsort(-logits, kind="stable")
    chosen = order[:, :2]
    rows = np.arange(tokens)
    first = logits[rows, chosen[:, 0]]
    second = logits[rows, chosen[:, 1]]
    ratio = np.exp(second - first)
    weight = np.stack([1 / (1 + ratio), ratio / (1 + ratio)]).T
    count = np.zeros(experts)
    for expert in chosen.reshape(-1):
        count[int(expert)] += 1
    return chosen, weight, count
