tqc_unittest(emulator SOURCES EmuMachine.cpp EmuIntegerTest.cpp
  EmuFloatTest.cpp EmuKernelsTest.cpp EmuFindingsTest.cpp EmuCountersTest.cpp PtxParserTest.cpp
  EmuToolTest.cpp EmuFuzzTest.cpp
  LINKS TqEmulator TqEmuTool)
target_compile_definitions(emulator PRIVATE
  TQC_TEST_EMULATOR_DIR="${PROJECT_SOURCE_DIR}/test/emulator")
