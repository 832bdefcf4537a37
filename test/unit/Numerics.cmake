tqc_unittest(numerics SOURCES NumericsFloatsTest.cpp LINKS TqEmuNumerics)
