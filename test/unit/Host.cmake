tqc_unittest(HostTest
  SOURCES HostErrorsTest.cpp HostFuzzTest.cpp HostLanguageTest.cpp HostLaunchTest.cpp
          HostTensorTest.cpp
  LINKS TqHost)
