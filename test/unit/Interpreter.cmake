tqc_unittest(InterpreterTest SOURCES InterpreterTest.cpp LINKS TqInterpreter MLIR)
