tqc_unittest(ReferenceTest SOURCES ReferenceTest.cpp LINKS TqReference)
tqc_unittest(WrongAnswersTest SOURCES WrongAnswersTest.cpp LINKS TqReference)
