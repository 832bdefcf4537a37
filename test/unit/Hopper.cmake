tqc_unittest(hopper SOURCES HopperMachine.cpp HopperMbarrierTest.cpp
  HopperCopyTest.cpp LINKS TqEmulator)
