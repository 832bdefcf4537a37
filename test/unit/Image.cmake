tqc_unittest(ImageTest SOURCES ImageTest.cpp LINKS TqImage)
