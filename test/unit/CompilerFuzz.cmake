tqc_unittest(CompilerFuzzTest SOURCES CompilerFuzzTest.cpp KernelBreaker.cpp
  LINKS TqDriver TqEmulator MLIR)
target_compile_definitions(CompilerFuzzTest PRIVATE
  TQC_TEST_ROOT_DIR="${PROJECT_SOURCE_DIR}")
