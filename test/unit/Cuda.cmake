tqc_unittest(CudaTest SOURCES CudaTest.cpp LINKS TqCuda)
# With the toolkit's header, our declarations are compared with it, and the
# device is tried against a fake driver that is compiled with it.
find_path(TQ_CUDA_HEADER cuda.h PATHS ENV CUDA_HOME ENV CUDA_PATH
  /usr/local/cuda PATH_SUFFIXES include NO_DEFAULT_PATH)
if(TQ_CUDA_HEADER)
  add_library(CudaFakeDriver SHARED ${CMAKE_CURRENT_LIST_DIR}/CudaFakeDriver.cpp)
  target_include_directories(CudaFakeDriver SYSTEM PRIVATE ${TQ_CUDA_HEADER})
  target_include_directories(CudaTest SYSTEM PRIVATE ${TQ_CUDA_HEADER})
  target_compile_definitions(CudaTest PRIVATE TQC_TEST_CUDA_HEADER
    TQC_TEST_CUDA_STUB="${TQ_CUDA_HEADER}/../lib64/stubs/libcuda.so"
    TQC_TEST_FAKE_DRIVER="$<TARGET_FILE:CudaFakeDriver>")
  add_dependencies(CudaTest CudaFakeDriver)
endif()
tqc_unittest(CudaGpuTest SOURCES CudaGpuTest.cpp LINKS TqCuda TqReference)
