tqc_unittest(BenchTest SOURCES BenchTest.cpp LINKS TqBench TqOpen)
