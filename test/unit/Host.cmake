tqc_unittest(HostTest
  SOURCES HostErrorsTest.cpp HostLanguageTest.cpp HostLaunchTest.cpp
          HostTensorTest.cpp
  LINKS TqHost)
