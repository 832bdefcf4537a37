raise ImportError("hidden from this test")
