//===- HostTryTest.cpp - Exceptions of launchers --------------------------===//
//
// Each expectation is what CPython 3.11 gives; what only a launcher refuses is
// not caught.
//
//===----------------------------------------------------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(HostTryTest, HandlersTakeTheirKindsOfExceptions) {
  EXPECT_EQ(body("  try:\n    raise ValueError('a')\n"
                 "  except KeyError:\n    return 1\n"
                 "  except (TypeError, ValueError) as e:\n"
                 "    return str(e), e, e.args\n"),
            "('a', ValueError('a'), ('a',))");
  EXPECT_EQ(body("  try:\n    raise NotImplementedError\n"
                 "  except LookupError:\n    return 1\n"
                 "  except RuntimeError as e:\n    return repr(e), str(e)\n"),
            "('NotImplementedError()', '')");
  EXPECT_EQ(body("  try:\n    raise KeyError('a')\n"
                 "  except Exception as e:\n    return str(e)\n"),
            "\"'a'\"");
  EXPECT_EQ(body("  try:\n    raise ValueError(1, 'b')\n"
                 "  except:\n    return 'any'\n"),
            "'any'");
  EXPECT_EQ(body("  try:\n    raise TypeError('a')\n"
                 "  except ValueError:\n    pass\n"),
            "error: TypeError: a");
  EXPECT_EQ(body("  try:\n    raise ValueError('a')\n"
                 "  except ValueError:\n    raise TypeError('b')\n"
                 "  except TypeError:\n    return 1\n"),
            "error: TypeError: b");
}

TEST(HostTryTest, WhatPythonRaisesItselfIsCaughtToo) {
  auto caught = [](const std::string &expression, const std::string &kind) {
    return body("  try:\n    return " + expression + "\n  except " + kind +
                " as e:\n    return 'caught', str(e)\n");
  };
  EXPECT_EQ(caught("{'a': 1}['b']", "KeyError"), "('caught', \"'b'\")");
  EXPECT_EQ(caught("{}.pop(3)", "LookupError"), "('caught', '3')");
  EXPECT_EQ(caught("[1][1]", "IndexError"),
            "('caught', 'list index out of range')");
  EXPECT_EQ(caught("()[0]", "IndexError"),
            "('caught', 'tuple index out of range')");
  EXPECT_EQ(caught("range(2)[5]", "IndexError"),
            "('caught', 'range object index out of range')");
  EXPECT_EQ(caught("[].pop()", "IndexError"),
            "('caught', 'pop from empty list')");
  EXPECT_EQ(caught("next(iter([]))", "StopIteration"), "('caught', '')");
  EXPECT_EQ(body("  try:\n    assert 1 > 2, 'less'\n"
                 "  except AssertionError as e:\n    return str(e)\n"),
            "'less'");
  EXPECT_EQ(body("  try:\n    a, b = [1]\n"
                 "  except ValueError:\n    return 'caught'\n"),
            "'caught'");
  EXPECT_EQ(body("  try:\n    1 // 0\n"
                 "  except ArithmeticError:\n    return 'caught'\n"),
            "'caught'");
  EXPECT_EQ(body("  try:\n    int('x')\n"
                 "  except ValueError:\n    return 'caught'\n"),
            "'caught'");
}

TEST(HostTryTest, WhatAnExceptionSaysIsNotMadeUp) {
  EXPECT_EQ(body("  try:\n    1 / 0\n"
                 "  except ZeroDivisionError as e:\n    return str(e)\n"),
            "error: only Python knows what its exception here says");
}

TEST(HostTryTest, WhatALauncherRefusesIsNotCaught) {
  Host host("def f():\n  try:\n    torch.fft(1)\n"
            "  except Exception:\n    return 1\n");
  EXPECT_THAT(host.run(),
              AllOf(HasSubstr("`torch.fft` is not available in a launcher"),
                    HasSubstr("`try` does not catch it")));
  EXPECT_THAT(body("  try:\n    while True:\n      pass\n"
                   "  except:\n    return 1\n"),
              HasSubstr("has not ended"));
  EXPECT_THAT(body("  try:\n    raise ValueError\n"
                   "  except torch.Tensor:\n    return 1\n"),
              HasSubstr("`except` takes Python's own exceptions"));
  Host failing(
      "@triton.jit\ndef k():\n  pass\n"
      "def f():\n  try:\n    k[(1,)]()\n"
      "  except Exception:\n    return 1\n  finally:\n    print('x')\n");
  failing.launcher.refusal = "no room";
  EXPECT_THAT(failing.run(), HasSubstr("no room"));
  EXPECT_EQ(failing.printed, "");
}

TEST(HostTryTest, ElseAndFinallyRunAsInPython) {
  EXPECT_EQ(body("  L = []\n  try:\n    L.append(1)\n"
                 "  except ValueError:\n    L.append(2)\n"
                 "  else:\n    L.append(3)\n"
                 "  finally:\n    L.append(4)\n  return L\n"),
            "[1, 3, 4]");
  EXPECT_EQ(body("  L = []\n  for i in range(4):\n    try:\n"
                 "      if i == 1: continue\n      if i == 3: break\n"
                 "      L.append(i)\n    finally:\n      L.append(-i)\n"
                 "  return L\n"),
            "[0, 0, -1, 2, -2, -3]");
  EXPECT_EQ(body("  x = [1]\n  def g():\n    try:\n      return len(x)\n"
                 "    finally:\n      x.append(2)\n  return g(), x\n"),
            "(1, [1, 2])");
  EXPECT_EQ(body("  try:\n    return 1\n  finally:\n    return 2\n"), "2");
  EXPECT_EQ(body("  while True:\n    try:\n      raise ValueError\n"
                 "    finally:\n      break\n  return 'on'\n"),
            "'on'");
  EXPECT_EQ(body("  try:\n    raise ValueError('a')\n"
                 "  finally:\n    x = 1\n"),
            "error: ValueError: a");
  EXPECT_EQ(body("  try:\n    raise ValueError('a')\n"
                 "  finally:\n    raise TypeError('b')\n"),
            "error: TypeError: b");
}

TEST(HostTryTest, HandlersRaiseAgainWhatTheyCaught) {
  EXPECT_EQ(body("  try:\n    try:\n      raise KeyError(1)\n"
                 "    except KeyError:\n      try:\n        [][0]\n"
                 "      except IndexError:\n        pass\n      raise\n"
                 "  except Exception as e:\n    return repr(e)\n"),
            "'KeyError(1)'");
  EXPECT_EQ(body("  try:\n    [][0]\n  except IndexError:\n    raise\n"),
            "error: index 0 is outside of the 0 elements");
  EXPECT_EQ(body("  raise\n"), "error: `raise` without an exception");
}

TEST(HostTryTest, TheNameOfAnExceptionEndsWithItsHandler) {
  EXPECT_EQ(body("  e = 1\n  try:\n    [][0]\n"
                 "  except IndexError as e:\n    pass\n  return e\n"),
            "error: `e` is used before it has a value");
}

TEST(HostTryTest, ExceptionsComeThroughCalls) {
  EXPECT_EQ(body("  def g(n):\n    if n == 0: raise ValueError(n)\n"
                 "    return g(n - 1)\n  L = []\n  for i in range(3):\n"
                 "    try:\n      g(i)\n    except ValueError as e:\n"
                 "      L.append(str(e))\n  return L\n"),
            "['0', '0', '0']");
  Host host("def f():\n  try:\n    {}[1]\n  except KeyError:\n    pass\n"
            "  return 1\n");
  EXPECT_EQ(host.run(), "1");
  EXPECT_THAT(host.errors(), Not(HasSubstr("key")));
}

TEST(HostTryTest, TheEnvironmentIsThatOfTheProcess) {
  setenv("TQC_HOST_TEST", "some", 1);
  unsetenv("TQC_HOST_NONE");
  EXPECT_EQ(body("  import os\n  from os import environ\n"
                 "  return (os.environ.get('TQC_HOST_TEST'),"
                 " environ.get('TQC_HOST_NONE', '7'),"
                 " os.getenv('TQC_HOST_NONE'))\n"),
            "('some', '7', None)");
  EXPECT_THAT(body("  import os\n  return os.environ.get(1)\n"),
              HasSubstr("a string"));
}
