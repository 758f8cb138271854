"""The toolbox of an agent: uniform tool names, and one outcome per call."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names
from m3bench.hosting.toolbox.parameters import parameters

if TYPE_CHECKING:
    from m3bench.hosting.toolbox.aliases import LONGEST_ALIAS, Aliases, nearest
    from m3bench.hosting.toolbox.arguments import ArgumentChecker, UnreadableArguments, read_arguments
    from m3bench.hosting.toolbox.failures import service_problem
    from m3bench.hosting.toolbox.tokens import ESTIMATE_MARGIN, count_tools, estimate
    from m3bench.hosting.toolbox.tool_index import ToolIndexCache
    from m3bench.hosting.toolbox.toolbox import Toolbox
    from m3bench.hosting.toolbox.truncation import Keep, is_long
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "ESTIMATE_MARGIN",
    "LONGEST_ALIAS",
    "Aliases",
    "ArgumentChecker",
    "Keep",
    "ToolIndexCache",
    "Toolbox",
    "UnreadableArguments",
    "count_tools",
    "estimate",
    "is_long",
    "nearest",
    "parameters",
    "read_arguments",
    "service_problem",
]
