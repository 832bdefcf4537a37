tqc_unittest(BlameTest SOURCES BlameTest.cpp LINKS TqRunTool MLIR)
