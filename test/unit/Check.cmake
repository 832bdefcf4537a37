tqc_unittest(CheckTest SOURCES CheckCommandLineTest.cpp CheckJudgeTest.cpp LINKS TqRunCore)
tqc_unittest(QuestTest SOURCES AuthorTest.cpp QuestTest.cpp TopicsTest.cpp LINKS TqRunCore)
tqc_unittest(TutorTest SOURCES TutorTest.cpp LINKS TqRunCore)
