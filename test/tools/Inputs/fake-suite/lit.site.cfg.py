"""A lit suite of two tests: one passes, one asks for what nobody has."""

import os

import lit.formats

config.name = "tqc"
config.test_format = lit.formats.ShTest()
config.suffixes = [".fake"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.dirname(__file__)
