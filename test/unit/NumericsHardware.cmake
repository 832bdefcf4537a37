tqc_unittest(numerics-hardware SOURCES NumericsHardwareTest.cpp LINKS TqOpen)
