"""MCP-Bench's rule metrics: whether tools exist, arguments fit the schema, and calls succeed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from m3bench.core import ASK_USER, Call, FormatError, Outcome, Trajectory, parsed_arguments
from m3bench.core.schema import CompiledSchema, SchemaProblem, compile_schema, schema_violations
from m3bench.core.text import nearest_names, shorten_middle

_SCHEMA_KEYS = ("inputSchema", "input_schema", "parameters")
_NO_PARAMETERS: dict[str, Any] = {"type": "object"}
_NOT_THE_CALLS = (Outcome.TOOL_ERROR, Outcome.SERVER_FAULT)
"""Outcomes that the call itself may not have caused."""


class ToolSchema(msgspec.Struct, frozen=True):
    """A tool's full name, and the JSON Schema of its arguments."""

    name: str
    input_schema: dict[str, Any]


class Rule(StrEnum):
    """Rules that a call can violate."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    EXECUTION_FAILED = "execution_failed"


class Violation(msgspec.Struct, frozen=True):
    """A violation of one rule by one call. Calls are numbered over all steps, from 0."""

    task_id: str
    call: int
    tool: str
    rule: Rule
    reason: str


class RuleMetrics(msgspec.Struct, frozen=True, kw_only=True):
    """Counts, from which rates follow.

    ``schema_checked`` counts calls with a valid name whose tool has a usable schema; tools without one are in
    ``broken_schemas``. ``executions`` counts calls with an outcome or a result, without ``tool_errors`` and
    ``server_faults``, which may not be the agent's fault.
    """

    calls: int = 0
    valid_names: int = 0
    schema_checked: int = 0
    schema_valid: int = 0
    executions: int = 0
    successes: int = 0
    tool_errors: int = 0
    server_faults: int = 0
    violations: tuple[Violation, ...] = ()
    broken_schemas: dict[str, str] = {}


class RuleRates(msgspec.Struct, frozen=True, kw_only=True):
    """The three rates of one trajectory, from the outcomes of its calls. None: unknown."""

    valid_tool_name: float | None
    schema_compliance: float | None
    execution_success: float | None


def recorded_rates(trajectory: Trajectory) -> RuleRates:
    """Return the rates as the outcomes of the calls have them, without schemas.

    Server faults and tool errors do not count. The arguments of a call of an unknown tool are not checked.

    Args:
        trajectory: A trajectory whose calls have outcomes.
    """
    ended = [
        call
        for _, call in trajectory.calls()
        if call.outcome is not None and call.outcome not in _NOT_THE_CALLS
    ]
    named = [call for call in ended if call.name and call.outcome is not Outcome.UNKNOWN_TOOL]
    invalid = (Outcome.INVALID_ARGUMENTS, Outcome.ILLEGAL_FORMAT)
    valid = [call for call in named if call.outcome not in invalid]
    executed = [call for call in ended if call.outcome is not None and call.outcome.executed]
    return RuleRates(
        valid_tool_name=_rate(len(named), len(ended)),
        schema_compliance=_rate(len(valid), len(named)),
        execution_success=_rate(len(executed), len(ended)),
    )


def read_tools(data: Any, *, file: str = "<input>") -> dict[str, ToolSchema]:
    """Read tools by full name from ``{server: [tool, …]}`` or from a list of tools with full names.

    The schema is in ``inputSchema``, ``input_schema`` or ``parameters``; a tool without one takes any object.
    A name may occur twice (some servers list tools twice) if the schema is the same.

    Raises:
        FormatError: The data has another form, or a name has two different schemas.
    """
    tools: dict[str, ToolSchema] = {}
    for place, server, entry in _entries(data, file):
        tool = _read_tool(entry, server, file, place)
        if tools.setdefault(tool.name, tool) != tool:
            raise FormatError(
                f"tool {tool.name!r} is listed twice with different schemas", file=file, place=place
            )
    return tools


def pool(metrics: Sequence[RuleMetrics]) -> RuleMetrics:
    """Add up the metrics of trajectories: every call counts the same."""
    return RuleMetrics(
        calls=sum(metric.calls for metric in metrics),
        valid_names=sum(metric.valid_names for metric in metrics),
        schema_checked=sum(metric.schema_checked for metric in metrics),
        schema_valid=sum(metric.schema_valid for metric in metrics),
        executions=sum(metric.executions for metric in metrics),
        successes=sum(metric.successes for metric in metrics),
        tool_errors=sum(metric.tool_errors for metric in metrics),
        server_faults=sum(metric.server_faults for metric in metrics),
        violations=tuple(violation for metric in metrics for violation in metric.violations),
        broken_schemas={tool: reason for metric in metrics for tool, reason in metric.broken_schemas.items()},
    )


class RuleChecker:
    """Checks trajectories against a set of tools. Schemas are compiled on first use."""

    def __init__(self, tools: Mapping[str, ToolSchema]) -> None:
        self._tools = dict(tools)
        self._folded = {name.casefold(): name for name in tools}
        self._compiled: dict[str, CompiledSchema | SchemaProblem] = {}
        self._nearest: dict[str, tuple[str, ...]] = {}

    def check(self, trajectory: Trajectory) -> RuleMetrics:
        """Return the metrics of one trajectory."""
        return pool(
            [
                self._check_call(trajectory.task_id, index, call)
                for index, (_, call) in enumerate(trajectory.calls())
                if call.name != ASK_USER or ASK_USER in self._tools
            ]
        )

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return up to three similar existing names, the most similar first."""
        if name not in self._nearest:
            alike = nearest_names(name.casefold(), self._folded)
            self._nearest[name] = tuple(self._folded[folded] for folded in alike)
        return self._nearest[name]

    def _check_call(self, task_id: str, index: int, call: Call) -> RuleMetrics:
        known = call.name in self._tools
        validator = self._validator(call.name) if known else None
        misfit = _misfit(validator, call) if validator is not None else None
        problem = misfit if isinstance(misfit, SchemaProblem) else None
        usable = known and problem is None
        reasons: dict[Rule, str | None] = {
            Rule.UNKNOWN_TOOL: None if known else self._unknown(call.name),
            Rule.INVALID_ARGUMENTS: None if isinstance(misfit, SchemaProblem) else misfit,
            Rule.EXECUTION_FAILED: _failure(call),
        }
        executed = (
            call.outcome is not None or call.result is not None
        ) and call.outcome not in _NOT_THE_CALLS
        return RuleMetrics(
            calls=1,
            valid_names=int(known),
            schema_checked=int(usable),
            schema_valid=int(usable and reasons[Rule.INVALID_ARGUMENTS] is None),
            executions=int(executed),
            successes=int(executed and reasons[Rule.EXECUTION_FAILED] is None),
            tool_errors=int(call.outcome is Outcome.TOOL_ERROR),
            server_faults=int(call.outcome is Outcome.SERVER_FAULT),
            violations=tuple(
                Violation(task_id, index, call.name, rule, reason)
                for rule, reason in reasons.items()
                if reason
            ),
            broken_schemas={call.name: problem.reason} if problem else {},
        )

    def _unknown(self, name: str) -> str:
        alike = self.nearest(name)
        return f"unknown tool; did you mean {', '.join(alike)}?" if alike else "unknown tool"

    def _validator(self, name: str) -> CompiledSchema | SchemaProblem:
        """Return the compiled schema, or why there is none."""
        if name not in self._compiled:
            self._compiled[name] = compile_schema(self._tools[name].input_schema)
        return self._compiled[name]


def _rate(count: int, whole: int) -> float | None:
    return count / whole if whole else None


def _entries(data: Any, file: str) -> Iterator[tuple[str, str, Any]]:
    """Yield every raw tool with its place and its server ("" if the name contains it)."""
    if isinstance(data, list):
        yield from ((f"[{i}]", "", entry) for i, entry in enumerate(data))
    elif isinstance(data, dict):
        for server, entries in data.items():
            if not isinstance(entries, list):
                raise FormatError("expected a list of tools", file=file, place=str(server))
            yield from ((f"{server}[{i}]", str(server), entry) for i, entry in enumerate(entries))
    else:
        raise FormatError("expected a list of tools, or an object of servers", file=file)


def _read_tool(entry: Any, server: str, file: str, place: str) -> ToolSchema:
    name = entry.get("name") if isinstance(entry, dict) else None
    if not isinstance(name, str) or not name:
        raise FormatError("expected a tool: an object with a name", file=file, place=place)
    given = [entry[key] for key in _SCHEMA_KEYS if entry.get(key) is not None]
    schema = given[0] if given else _NO_PARAMETERS
    if not isinstance(schema, dict):
        raise FormatError(f"the schema of {name!r} is not an object", file=file, place=place)
    prefixed = not server or name.startswith(f"{server}/")
    return ToolSchema(name if prefixed else f"{server}/{name}", schema)


def _misfit(schema: CompiledSchema | SchemaProblem, call: Call) -> str | SchemaProblem | None:
    """Return why the arguments do not fit, None if they do, or a problem of the schema."""
    if isinstance(schema, SchemaProblem):
        return schema
    arguments = {} if call.arguments is None else parsed_arguments(call.arguments)
    if not isinstance(arguments, dict):
        return f"{call.oddity}, not an object"
    errors = schema_violations(schema, arguments)
    if isinstance(errors, SchemaProblem):
        return errors
    if not errors:
        return None
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return errors[0] + more


def _failure(call: Call) -> str | None:
    """Return why the call failed because of the agent; None if it did not, or if that is unknown."""
    text = shorten_middle(call.result.text) if call.result is not None else ""
    if call.outcome is None:
        failed = call.result is not None and call.result.is_error
        return (text or "the result is marked as an error") if failed else None
    if call.outcome.executed or call.outcome in _NOT_THE_CALLS:
        return None
    return f"{call.outcome.value}: {text}" if text else call.outcome.value
