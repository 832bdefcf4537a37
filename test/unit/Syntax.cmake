tqc_unittest(SyntaxTest
  SOURCES SyntaxDiagnosticsTest.cpp SyntaxFuzzTest.cpp SyntaxLexerTest.cpp
          SyntaxMessagesTest.cpp SyntaxParserTest.cpp SyntaxPythonTest.cpp
  LINKS TqSyntax)
