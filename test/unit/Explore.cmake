tqc_unittest(ExploreTest SOURCES ExploreTest.cpp LINKS TqExplore MLIR)
