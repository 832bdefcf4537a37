tqc_unittest(CheckTest SOURCES CheckCommandLineTest.cpp LINKS TqRunCore)
