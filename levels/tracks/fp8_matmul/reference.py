def reference(a, b, scale_a, scale_b):
    return (a * scale_a[:, None]) @ (b * scale_b[:, None]).T
