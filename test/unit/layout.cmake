tqc_unittest(LayoutTest
  SOURCES LinearLayoutTest.cpp
  LINKS TqLayout)
