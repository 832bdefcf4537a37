tqc_unittest(SecondReferenceTest SOURCES SecondReferenceTest.cpp
  LINKS TqRunTool)
