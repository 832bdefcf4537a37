def reference(x, factor):
    return x * factor
