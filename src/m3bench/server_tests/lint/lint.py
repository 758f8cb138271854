"""All rules over all tools of the tested servers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from m3bench.hosting import Tool, count_tools
from m3bench.server_tests.lint.descriptions import check_alike, check_description
from m3bench.server_tests.lint.names import check_annotations, check_name
from m3bench.server_tests.lint.parameters import check_parameters, check_same_names, check_schema
from m3bench.server_tests.lint.rules import find
from m3bench.server_tests.records import Finding, ToolCost

MOST_TOOLS = 40
MOST_TOKENS = 10_000
MOST_TOKENS_OF_TOOL = 1_000


def lint_tools(tools: Sequence[Tool]) -> list[Finding]:
    """Return what is wrong with tools, tool by tool."""
    names = frozenset(tool.name for tool in tools)
    findings: list[Finding] = []
    for tool in tools:
        findings += check_name(tool)
        findings += check_description(tool, names)
        for check in (check_schema, check_parameters, check_annotations):
            findings += check(tool)
    return [*findings, *check_alike(tools), *check_same_names(tools), *_check_costs(tools)]


def tool_costs(tools: Sequence[Tool]) -> tuple[ToolCost, ...]:
    """Return the estimated tokens of each tool, the most expensive first."""
    costs = [ToolCost(tool.full_name, count_tools([tool], exact=False)) for tool in tools]
    return tuple(sorted(costs, key=lambda cost: (-cost.tokens, cost.tool)))


def _check_costs(tools: Sequence[Tool]) -> Iterator[Finding]:
    totals: dict[str, list[int]] = defaultdict(list)
    for cost in tool_costs(tools):
        totals[cost.tool.partition("/")[0]].append(cost.tokens)
        if cost.tokens > MOST_TOKENS_OF_TOOL:
            problem = f"it takes about {cost.tokens:,} tokens in every request"
            yield find("tool-tokens", cost.tool, "tokens", problem)
    for server, tokens in totals.items():
        if len(tokens) > MOST_TOOLS:
            yield find("server-many-tools", server, "tools", f"it has {len(tokens)} tools")
        if sum(tokens) > MOST_TOKENS:
            problem = f"its tools take about {sum(tokens):,} tokens in every request"
            yield find("server-tokens", server, "tokens", problem)
