"""The format of our lit tests: a shell test with a home and a cache of its own.

A module beside lit.cfg.py, because lit sends tests to its worker processes and
they find a class only by the name of a module.
"""

import os
import shutil

import lit.formats


class IsolatedShTest(lit.formats.ShTest):
    """A shell test that sees no cache and no settings but its own."""

    def getTestsInDirectory(self, suite, path, litConfig, config):
        """Leaves out PTX without a RUN line: it is what other tests read."""
        for test in super().getTestsInDirectory(suite, path, litConfig, config):
            source = test.getSourcePath()
            if source.endswith(".ptx"):
                with open(source, encoding="utf-8") as file:
                    if "RUN:" not in file.read():
                        continue
            yield test

    def execute(self, test, litConfig):
        own = test.getExecPath() + ".home"
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(own)
        test.config.environment["HOME"] = own
        test.config.environment["TQ_CACHE_DIR"] = os.path.join(own, "cache")
        return super().execute(test, litConfig)
