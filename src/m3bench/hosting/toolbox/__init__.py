"""The toolbox: tools under one kind of name, and calls that each end in one outcome."""

from m3bench.hosting.toolbox.aliases import LONGEST_ALIAS, Aliases
from m3bench.hosting.toolbox.arguments import ArgumentChecker, Unreadable, parameters, read_arguments
from m3bench.hosting.toolbox.failures import service_problem
from m3bench.hosting.toolbox.tool_index import ToolIndexCache
from m3bench.hosting.toolbox.toolbox import Toolbox
from m3bench.hosting.toolbox.truncation import Keep

__all__ = [
    "LONGEST_ALIAS",
    "Aliases",
    "ArgumentChecker",
    "Keep",
    "ToolIndexCache",
    "Toolbox",
    "Unreadable",
    "parameters",
    "read_arguments",
    "service_problem",
]
