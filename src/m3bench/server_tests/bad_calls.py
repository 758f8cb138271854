"""Calls that must be refused: is the error helpful, and does the server survive?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import anyio
import msgspec

from m3bench.core import Text
from m3bench.core.text import shorten
from m3bench.forge.links import Sample, Slot, slots
from m3bench.hosting import Rejection, Reply, ServerFault, Tool, ToolHost
from m3bench.server_tests.lint import find
from m3bench.server_tests.proofs import SECONDS_PER_CALL
from m3bench.server_tests.records import BadCall, Finding
from m3bench.server_tests.results import said_in

_SAID = 160
_WRONG: dict[str, Any] = {
    "string": {"not": "a text"},
    "number": "not a number",
    "integer": "not a number",
    "boolean": "not a truth value",
    "array": 7,
    "object": 7,
}
_OPENING = re.compile(
    r"\W*(?:error|invalid|missing|failed|exception|traceback|unknown|bad request)", re.IGNORECASE
)


async def make_bad_calls(
    host: ToolHost, tools: Sequence[Tool], samples: Mapping[str, Sequence[Sample]]
) -> list[BadCall]:
    """Call each tool that worked without a required parameter, and with a value of the wrong type."""
    return [
        await _try(host, tool, mistake, slot.name, arguments)
        for tool in tools
        for sample in samples.get(tool.full_name, ())[:1]
        for mistake, slot, arguments in _mistakes(tool, sample.call.arguments)
    ]


def findings(calls: Sequence[BadCall]) -> list[Finding]:
    """Return what is wrong with the answers to bad calls."""
    return [
        find(rule, call.tool, f"parameter {call.parameter}, {call.mistake}", _problem(call))
        for call in calls
        if (rule := _broken_rule(call)) is not None
    ]


def _problem(call: BadCall) -> str:
    if not call.survived:
        return call.said
    return f"the answer was “{call.said}”" if call.said else "the answer was empty"


def _broken_rule(call: BadCall) -> str | None:
    if not call.survived:
        return "bad-call-timeout" if call.timed_out else "bad-call-crash"
    if not call.refused:
        return "bad-call-accepted"
    return None if call.helpful else "bad-call-unhelpful"


def _mistakes(tool: Tool, good: Mapping[str, Any]) -> Iterator[tuple[str, Slot, dict[str, Any]]]:
    known = slots(tool)
    needed = next((slot for slot in known if slot.needed), None)
    if needed is not None:
        yield "required parameter missing", needed, {k: v for k, v in good.items() if k != needed.name}
    typed = next((slot for slot in (needed, *known) if slot is not None and slot.kind in _WRONG), None)
    if typed is not None:
        yield "wrong type", typed, {**good, typed.name: _WRONG[typed.kind]}


async def _try(
    host: ToolHost, tool: Tool, mistake: str, parameter: str, arguments: dict[str, Any]
) -> BadCall:
    made = BadCall(
        tool=tool.full_name, mistake=mistake, parameter=parameter, refused=False, helpful=False, survived=True
    )
    try:
        with anyio.fail_after(SECONDS_PER_CALL + 5):
            reply = await host.call(tool, arguments)
    except Rejection as refusal:
        return _refused(made, refusal.message)
    except ServerFault as fault:
        said = shorten(f"the server {fault.reason}", _SAID)
        return msgspec.structs.replace(made, survived=False, timed_out=fault.silent, said=said)
    except TimeoutError:
        said = f"there was no answer within {SECONDS_PER_CALL:g} s"
        return msgspec.structs.replace(made, survived=False, timed_out=True, said=said)
    text = "\n".join(part.text for part in reply.content if isinstance(part, Text))
    if reply.is_error or _reports_error(reply, text):
        return _refused(made, text)
    return msgspec.structs.replace(made, said=said_in(reply.content))


def _refused(made: BadCall, text: str) -> BadCall:
    names = re.search(rf"(?<![\w]){re.escape(made.parameter)}(?![\w])", text) is not None
    said = shorten(" ".join(text.split()), _SAID)
    return msgspec.structs.replace(made, refused=True, helpful=names, said=said)


def _reports_error(reply: Reply, text: str) -> bool:
    """Return whether an answer that is not marked as an error reports one."""
    if _OPENING.match(text):
        return True
    try:
        value = json.loads(text) if len(reply.content) == 1 else None
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and bool(value.get("error"))
