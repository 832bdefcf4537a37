tqc_unittest(numerics SOURCES NumericsFloatsTest.cpp NumericsLanesTest.cpp
  NumericsTensorMapTest.cpp NumericsMatrixTest.cpp
  LINKS TqEmuNumerics)
