tqc_unittest(numerics SOURCES NumericsFloatsTest.cpp NumericsLanesTest.cpp
  LINKS TqEmuNumerics)
