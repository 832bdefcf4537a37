tqc_unittest(HostTest
  SOURCES HostArraysTest.cpp HostClassesTest.cpp HostErrorsTest.cpp HostFuzzTest.cpp HostLanguageTest.cpp HostLaunchTest.cpp
          HostPythonTest.cpp HostTensorTest.cpp HostTryTest.cpp
  LINKS TqHost)
