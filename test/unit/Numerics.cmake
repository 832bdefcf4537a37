tqc_unittest(numerics SOURCES NumericsFloatsTest.cpp NumericsLanesTest.cpp
  NumericsTensorMapTest.cpp NumericsMatrixTest.cpp NumericsHopperSumsTest.cpp
  LINKS TqEmuNumerics)
