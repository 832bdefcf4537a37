tqc_unittest(RuntimeTest SOURCES RuntimeDTypesTest.cpp RuntimeEntryLaunchTest.cpp NpyTest.cpp
  SourceSnippetTest.cpp
  LINKS TqDevice)
tqc_unittest(RuntimeCacheTest SOURCES RuntimeCacheTest.cpp LINKS TqCache)
tqc_unittest(RuntimeOpenTest SOURCES RuntimeOpenTest.cpp LINKS TqOpen)
tqc_unittest(RuntimeDevicesTest SOURCES RuntimeDevicesTest.cpp LINKS TqOpen)
