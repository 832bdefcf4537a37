# What the tests of the Python package put in the place of a GPU and of torch.
add_library(CudaIdleDriver SHARED ${CMAKE_CURRENT_LIST_DIR}/CudaIdleDriver.cpp)
add_library(FakeTorch SHARED ${CMAKE_CURRENT_LIST_DIR}/FakeTorch.cpp)
