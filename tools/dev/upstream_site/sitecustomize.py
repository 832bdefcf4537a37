"""Makes a Python that a test starts launch as the test itself does.

Python imports this file at its start where the folder is in PYTHONPATH; with
TQ_UPSTREAM it installs upstream_shim.py as soon as Triton has been imported.
"""

import importlib.abc
import importlib.util
import json
import os
import sys


class InstallAfterTriton(importlib.abc.MetaPathFinder):
    """Answers the first import of `triton` with the module as it is, and the shim."""

    def find_spec(self, name, path, target=None):
        if name != "triton":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            from upstream_launch import Tool
            from upstream_shim import install
            install(Tool(**json.loads(os.environ["TQ_UPSTREAM"])["tool"]))

        spec.loader.exec_module = exec_module
        return spec


# pytest itself loads the plugin, which installs the shim.
if "TQ_UPSTREAM" in os.environ and "pytest" not in " ".join(sys.orig_argv):
    sys.meta_path.insert(0, InstallAfterTriton())
