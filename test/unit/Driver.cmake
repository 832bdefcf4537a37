tqc_unittest(DriverEmitPtxTest SOURCES DriverEmitPtxTest.cpp LINKS TqEmitPtx MLIR)
tqc_unittest(DriverCompilerTest SOURCES DriverCompilerTest.cpp LINKS TqDriver MLIR)
tqc_unittest(OccupancyTest SOURCES GpusTest.cpp OccupancyTest.cpp LINKS TqImage)
