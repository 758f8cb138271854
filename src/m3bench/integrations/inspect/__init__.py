"""The suites as Inspect tasks: ``inspect eval m3bench/m3``. Needs the extra ``inspect``."""

from importlib.util import find_spec

from m3bench.core import MissingExtraError

if find_spec("inspect_ai") is None:
    raise MissingExtraError("Running our suites under Inspect", "inspect")

from m3bench.integrations.inspect.scorers import checks, trajectory
from m3bench.integrations.inspect.tasks import m3, smoke, tasks

__all__ = ["checks", "m3", "smoke", "tasks", "trajectory"]
