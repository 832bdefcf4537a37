tqc_unittest(hopper SOURCES HopperMachine.cpp HopperMbarrierTest.cpp
  HopperCopyTest.cpp HopperMatrixTest.cpp
  HopperPipelineTest.cpp HopperRaceTest.cpp LINKS TqEmulator)
