#!/usr/bin/env python3
"""Fit the polynomials of compiler/codegen/LowerMathFunctions.h.

    pip install mpmath
    tools/dev/fit-polynomials.py > compiler/codegen/LowerMathCoefficients.inc

Each line names a function g, an interval and a weight; the polynomial p that
comes out makes weight * (p - g) small everywhere on the interval. Coefficients
are rounded to the target type one by one, from the one that matters most (the
constant) on, and the rest is fitted again, so that later coefficients make up
for the rounding of earlier ones. Written lowest power first.
"""

import struct

import mpmath as mp

mp.mp.prec = 240


def to_f32(value):
    return mp.mpf(struct.unpack("f", struct.pack("f", float(value)))[0])


def to_f64(value):
    return mp.mpf(float(value))


def least_squares(nodes, values, weights, powers):
    """The coefficients of `powers` with the least weighted square error."""
    rows = [[w * x**k for k in powers] for x, w in zip(nodes, weights)]
    right = [w * v for w, v in zip(weights, values)]
    return list(mp.lu_solve(mp.matrix(rows), mp.matrix(right)))


def fit(g, low, high, degree, rounder, weight):
    count = 4 * (degree + 1)
    low, high = mp.mpf(low), mp.mpf(high)
    nodes = [
        (low + high) / 2
        + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * count))
        for i in range(count)
    ]
    values = [g(x) for x in nodes]
    # Nodes are already dense at the ends, where the error would be largest.
    weights = [weight(x) for x in nodes]
    fixed = []
    for power in range(degree + 1):
        rest = [
            v - sum(c * x**k for k, c in enumerate(fixed))
            for x, v in zip(nodes, values)
        ]
        solution = least_squares(nodes, rest, weights, range(power, degree + 1))
        fixed.append(rounder(solution[0]))
    error = 0
    for i in range(1, 400):
        x = low + (high - low) * i / 400
        if x == 0:
            continue
        p = sum(c * x**k for k, c in enumerate(fixed))
        error = max(error, abs(weight(x) * (p - g(x))))
    return fixed, error


def one(x):
    return mp.mpf(1)


def exp_tail(r):
    return (mp.expm1(r) - r) / r**2


def log_tail(f):
    return (mp.log1p(f) - f) / f**2


def log2_tail(f):
    return log_tail(f) / mp.log(2)


def of_square(g):
    """g as a function of the square of its argument."""
    return lambda s: g(mp.sqrt(s))


def sin_tail(r):
    return (mp.sin(r) - r) / r**3


def cos_tail(r):
    return (mp.cos(r) - 1) / r**2


def tanh_tail(x):
    return (mp.tanh(x) - x) / x**3


def erf_ratio(x):
    return mp.erf(x) / x - 1


def erfc_exponent(x):
    return mp.log(mp.erfc(x), 2)


def erfc_logarithm(x):
    return mp.log(mp.erfc(x))


def atanh_tail(z):
    return (2 * mp.atanh(z) - 2 * z) / z**3


QUARTER = (mp.pi / 4 * mp.mpf("1.01")) ** 2
THIRD = mp.mpf(1) / 3
HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.001")

FITS = [
    # name, g, low, high, degree, type, weight of an error relative to result
    ("LogF32", log_tail, -THIRD, THIRD, 8, "float", abs),
    ("Log2F32", log2_tail, -THIRD, THIRD, 8, "float", abs),
    ("SinF32", of_square(sin_tail), 0, QUARTER, 2, "float", lambda s: s),
    ("CosF32", of_square(cos_tail), 0, QUARTER, 3, "float", lambda s: s),
    ("TanhF32", of_square(tanh_tail), 0, "0.81", 6, "float", lambda s: s),
    ("ErfF32", of_square(erf_ratio), 0, "1.0", 7, "float", one),
    ("ErfcExponentF32", erfc_exponent, "1.0", "4.0", 8, "float",
     lambda x: mp.erfc(x) if x < 3 else mp.erfc(3)),
    ("ExpF64", exp_tail, -HALF_LN2, HALF_LN2, 9, "double", lambda r: r * r),
    ("LogF64", of_square(atanh_tail), 0, "0.0296", 6, "double",
     lambda s: s / 2),
    ("SinF64", of_square(sin_tail), 0, QUARTER, 5, "double", lambda s: s),
    ("CosF64", of_square(cos_tail), 0, QUARTER, 6, "double", lambda s: s),
    ("ErfF64", of_square(erf_ratio), 0, "1.0", 12, "double", one),
    ("ErfcF64", erfc_logarithm, "1.0", "6.0", 20, "double",
     lambda x: mp.erfc(x) if x < 4 else mp.erfc(4)),
]


def main():
    print("// Written by tools/dev/fit-polynomials.py: lowest power first.")
    for name, g, low, high, degree, kind, weight in FITS:
        rounder = to_f32 if kind == "float" else to_f64
        fitted, error = fit(g, low, high, degree, rounder, weight)
        bits = float(mp.log(error, 2)) if error else -999.0
        print(f"\n/// Error 2^{bits:.1f}.")
        print(f"inline constexpr double k{name}[] = {{")
        for c in fitted:
            print(f"    {float(c).hex()},")
        print("};")


if __name__ == "__main__":
    main()
