tqc_unittest(emulator SOURCES EmuMachine.cpp EmuIntegerTest.cpp
  EmuFloatTest.cpp EmuKernelsTest.cpp EmuFindingsTest.cpp EmuCountersTest.cpp PtxParserTest.cpp
  EmuToolTest.cpp EmuFuzzTest.cpp EmuMarksTest.cpp EmuProgressTest.cpp PtxTargetsTest.cpp
  LINKS TqEmulator TqEmuTool)
target_compile_definitions(emulator PRIVATE
  TQC_TEST_EMULATOR_DIR="${PROJECT_SOURCE_DIR}/test/emulator")

# Kernels that nvcc compiled; where nvcc is, that their PTX is still theirs.
tqc_unittest(emulator-cuda SOURCES EmuCudaTest.cpp
  LINKS TqEmulator TqDevice nlohmann_json::nlohmann_json)
target_compile_definitions(emulator-cuda PRIVATE
  TQC_TEST_EMULATOR_DIR="${PROJECT_SOURCE_DIR}/test/emulator")
find_program(TQ_NVCC nvcc HINTS /usr/local/cuda/bin)
if(TQ_NVCC)
  target_compile_definitions(emulator-cuda PRIVATE
    TQC_TEST_NVCC="${TQ_NVCC}")
endif()
