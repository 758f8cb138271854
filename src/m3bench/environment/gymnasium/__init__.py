"""Environments under Gymnasium's API. Importing this package registers one for each bundled suite.

`gymnasium.make("m3bench/smoke-v0")` opens that of a suite, and `gymnasium.make("m3bench/suite-v0", suite=…)`
that of a file of tasks.
"""

from m3bench.core import MissingExtraError

try:
    from gymnasium import register
except ModuleNotFoundError as error:
    if error.name != "gymnasium":
        raise
    raise MissingExtraError("m3bench.environment.gymnasium", "gymnasium", "gymnasium") from None

from m3bench.environment.gymnasium.env import SuiteEnv
from m3bench.environment.gymnasium.spaces import PictureSpace, UnicodeText
from m3bench.suites import RELEASED

__all__ = ["PictureSpace", "SuiteEnv", "UnicodeText"]

_ENTRY_POINT = "m3bench.environment.gymnasium:SuiteEnv"

register("m3bench/suite-v0", entry_point=_ENTRY_POINT)
for _suite in RELEASED:
    register(f"m3bench/{_suite}-v0", entry_point=_ENTRY_POINT, kwargs={"suite": _suite})
