#!/usr/bin/env python3
"""Stands in for a ptxas of CUDA 12.4: says its version and no more."""
print("Cuda compilation tools, release 12.4, V12.4.131")
