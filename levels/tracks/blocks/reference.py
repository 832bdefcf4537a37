def reference(x, y, a, programs=4):
    return a * x + y
