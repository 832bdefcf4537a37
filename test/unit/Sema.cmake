tqc_unittest(SemaTest
  SOURCES SemaConstantTest.cpp SemaControlTest.cpp SemaDocsTest.cpp SemaFuzzTest.cpp
          SemaGuardTest.cpp SemaKernelTest.cpp
          SemaMessagesTest.cpp SemaModuleTest.cpp SemaSpecializationTest.cpp
          SemaTritonTest.cpp
  LINKS TqSyntax LLVM)
