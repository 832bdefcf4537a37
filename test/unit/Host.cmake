tqc_unittest(HostTest
  SOURCES HostErrorsTest.cpp HostFuzzTest.cpp HostLanguageTest.cpp HostLaunchTest.cpp
          HostPythonTest.cpp HostTensorTest.cpp
  LINKS TqHost)
