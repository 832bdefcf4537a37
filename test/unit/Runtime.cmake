tqc_unittest(RuntimeTest SOURCES RuntimeDTypesTest.cpp NpyTest.cpp
  LINKS TqDevice)
