tqc_unittest(DriverEmitPtxTest SOURCES DriverEmitPtxTest.cpp LINKS TqEmitPtx MLIR)
