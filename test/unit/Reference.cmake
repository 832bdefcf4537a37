tqc_unittest(ReferenceTest SOURCES ReferenceTest.cpp LINKS TqReference)
