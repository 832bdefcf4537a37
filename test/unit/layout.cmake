tqc_unittest(LayoutTest
  SOURCES LinearLayoutTest.cpp LayoutMovesTest.cpp
  LINKS TqLayout)
