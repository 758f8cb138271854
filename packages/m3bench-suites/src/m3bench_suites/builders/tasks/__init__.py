"""One way to write tasks: families draw them in Python, and a TOML file beside each family words them."""

from m3bench_suites.builders.tasks.conditions import branch, fork, solution, validation
from m3bench_suites.builders.tasks.draw import ScenePicture, SuiteDraw
from m3bench_suites.builders.tasks.expected import (
    CENT,
    EXACT,
    NOTHING,
    computed,
    either,
    listed,
    rows,
    stated,
    table,
)
from m3bench_suites.builders.tasks.family import Drawn, Family, Maker
from m3bench_suites.builders.tasks.guards import require, require_clear, require_lead
from m3bench_suites.builders.tasks.lookups import Guard, Lookups, apart, ask, holds, within
from m3bench_suites.builders.tasks.paths import search, use
from m3bench_suites.builders.tasks.points import format_point, judge_point, tool_point
from m3bench_suites.builders.tasks.ranking import leader, leader_of
from m3bench_suites.builders.tasks.results import Steps, pluck, together
from m3bench_suites.builders.tasks.spec import TaskSpec
from m3bench_suites.builders.tasks.values import Value
from m3bench_suites.builders.tasks.wording import Wording, wording_of

__all__ = [
    "CENT",
    "EXACT",
    "NOTHING",
    "Drawn",
    "Family",
    "Guard",
    "Lookups",
    "Maker",
    "ScenePicture",
    "Steps",
    "SuiteDraw",
    "TaskSpec",
    "Value",
    "Wording",
    "apart",
    "ask",
    "branch",
    "computed",
    "either",
    "fork",
    "format_point",
    "holds",
    "judge_point",
    "leader",
    "leader_of",
    "listed",
    "pluck",
    "require",
    "require_clear",
    "require_lead",
    "rows",
    "search",
    "solution",
    "stated",
    "table",
    "together",
    "tool_point",
    "use",
    "validation",
    "within",
    "wording_of",
]
