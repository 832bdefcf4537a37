tqc_unittest(CheckTest SOURCES CheckCommandLineTest.cpp CheckJudgeTest.cpp LINKS TqRunCore)
