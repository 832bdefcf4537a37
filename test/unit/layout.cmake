tqc_unittest(LayoutTest
  SOURCES LinearLayoutTest.cpp LayoutAlgebraTest.cpp LayoutFactoriesTest.cpp
          LayoutTermsTest.cpp LayoutMatrixTest.cpp LayoutMovesTest.cpp
          LayoutDescriptorsTest.cpp
  LINKS TqLayout)
