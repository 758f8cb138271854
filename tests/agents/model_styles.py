"""The ways in which models write calls, and how they spoil them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from m3bench.agents.parsing import Calls, ToolNames
from m3bench.core import Call
from m3bench.hosting import Tool

TOOLS = (
    Tool(
        server="math",
        name="add",
        input_schema={"properties": {"a": {"type": "number"}, "note": {"type": "string"}}},
    ),
    Tool(server="wiki", name="summary", input_schema={"properties": {"title": {"type": "string"}}}),
    Tool(server="paper_search", name="search"),
    Tool(server="openlibrary_mcp", name="search"),
)
NAMES = ToolNames(TOOLS)
FULL_NAMES = tuple(tool.full_name for tool in TOOLS)

Style = Callable[[Sequence[Call]], str]


def plain(calls: Sequence[Call], name: str = "name", arguments: str = "arguments") -> list[dict[str, Any]]:
    return [{name: call.name, arguments: call.arguments} for call in calls]


def as_json(calls: Sequence[Call]) -> str:
    return json.dumps({"tool_calls": plain(calls)}, ensure_ascii=False)


def unmarked(read: Calls) -> Calls:
    """The same without the marks of repairs."""
    return Calls(tuple(msgspec.structs.replace(call, repairs=()) for call in read.calls), read.problems)


def _tool_call_tags(calls: Sequence[Call]) -> str:
    return "\n".join(f"<tool_call>\n{json.dumps(item)}\n</tool_call>" for item in plain(calls))


def _function_tags(calls: Sequence[Call]) -> str:
    return "\n".join(f"<function={call.name}>{json.dumps(call.arguments)}</function>" for call in calls)


def _parameter_tags(calls: Sequence[Call]) -> str:
    return "<function_calls>" + "".join(map(_invoke, calls)) + "</function_calls>"


def _invoke(call: Call) -> str:
    inner = "".join(
        f'<parameter name="{key}">{json.dumps(value)}</parameter>' for key, value in call.arguments.items()
    )
    return f'<invoke name="{call.name}">{inner}</invoke>'


def _commented(calls: Sequence[Call]) -> str:
    lines = ",\n".join(f"  {json.dumps(item)} // call" for item in plain(calls))
    return f"[ # all calls\n{lines.replace('// call,', ', // call')},\n /* no more */ ]"


def _nested(calls: Sequence[Call]) -> str:
    functions = [{"name": call.name, "arguments": json.dumps(call.arguments)} for call in calls]
    return json.dumps([{"type": "function", "function": function} for function in functions])


def _apart(calls: Sequence[Call]) -> str:
    return json.dumps(
        [{"server": call.server, "tool": call.tool, "parameters": call.arguments} for call in calls]
    )


def _python_calls(calls: Sequence[Call]) -> list[str]:
    return [
        f"{call.name}({', '.join(f'{key}={value!r}' for key, value in call.arguments.items())})"
        for call in calls
    ]


def _action(call: Call) -> str:
    return f"Thought: I need this.\nAction: {call.name}\nAction Input: {json.dumps(call.arguments)}"


STYLES: dict[str, Style] = {
    "strict": as_json,
    "list": lambda calls: json.dumps(plain(calls)),
    "indented": lambda calls: json.dumps({"calls": plain(calls, "tool", "args")}, indent=2),
    "fenced": lambda calls: f"```json\n{as_json(calls)}\n```",
    "fenced in a line": lambda calls: f"```json {as_json(calls)} ```",
    "fence never closed": lambda calls: f"Here you are:\n```\n{as_json(calls)}\n",
    "chatty": lambda calls: f"Sure! I use {{these}} [tools]:\n\n{as_json(calls)}\n\nLet me know (1 or [2]).",
    "doubled": lambda calls: f"{as_json(calls)}\n{as_json(calls)}",
    "doubled in fences": lambda calls: (
        f"```json\n{as_json(calls)}\n```\nAgain:\n```json\n{as_json(calls)}\n```"
    ),
    "Python": lambda calls: repr({"tool_calls": plain(calls)}),
    "Python in a fence": lambda calls: f"```python\n{plain(calls, 'tool_name', 'kwargs')!r}\n```",
    "trailing commas": lambda calls: as_json(calls).replace("]}", "],}"),
    "comments": _commented,
    "thinking": lambda calls: f'<think>\nOr {{"name": "wiki/summary"}}?\n</think>\n{as_json(calls)}',
    "thinking never opened": lambda calls: f"Maybe [] or {{}}...</think>{as_json(calls)}",
    "thinking never closed": lambda calls: f"<think>I should call\n{as_json(calls)}",
    "boxed": lambda calls: f"\\boxed{{{as_json(calls)}}}",
    "tool_call tags": _tool_call_tags,
    "function tags": _function_tags,
    "parameter tags": _parameter_tags,
    "nested strings": _nested,
    "a string": lambda calls: json.dumps(as_json(calls)),
    "server apart": _apart,
    "action": lambda calls: json.dumps(plain(calls, "action", "action_input")),
    "with a BOM": lambda calls: f"\ufeff{as_json(calls)}\x00",
    "a marker": lambda calls: f"[TOOL_CALLS]{json.dumps(plain(calls))}",
    "aliases": lambda calls: json.dumps(
        plain([Call(call.name.replace("/", "__"), call.arguments) for call in calls])
    ),
    "cut at the last bracket": lambda calls: as_json(calls)[:-1],
    "cut at the last brackets": lambda calls: as_json(calls)[:-2],
    "Python calls": lambda calls: "\n".join(_python_calls(calls)),
    "Python calls in a fence": lambda calls: (
        "I look it up.\n```python\n" + "\n".join(_python_calls(calls)) + "\n```"
    ),
    "a list of Python calls": lambda calls: f"[{', '.join(_python_calls(calls))}]",
    "Action Input": lambda calls: "\n".join(map(_action, calls)),
    "lines": lambda calls: "\n".join(json.dumps(item) for item in plain(calls)),
}

_PIECES = (
    *"{}[]()<>\"'`“”‘’,:;\\/#*=&\n\t \x00\ufeff",
    "```json\n", "\n```\n", "<think>", "</think>", "<tool_call>", "</tool_call>", "<function=math/add>",
    "</function>", '<invoke name="math/add">', '<parameter name="a">', "</parameter>", "\\boxed{", "\\u12",
    "\\ud83d", "\\x", "NaN", "-Infinity", "True", "None", "null", "1e999", "-", "9" * 5000, "...", "//", "/*",
    "*/", '"""', "name", "arguments", '"tool_calls": [', "[" * 300, '{"a":' * 300, "\ud800", "Final answer:",
    "<answer>", "yes", "Action:", "\nAction: math/add\nAction Input: ", "math.add(", ")",
    "wiki.summary(title=", "Observation:",
)  # fmt: skip


def mutated(text: str, dice: random.Random) -> str:
    """The text with a few random injuries."""
    for _ in range(dice.randint(1, 6)):
        here, there = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
        piece = dice.choice(_PIECES)
        kind = dice.randrange(6)
        if kind == 0:
            text = text[:here] + piece + text[here:]
        elif kind == 1:
            text = text[:here] + text[min(there, here + 8) :]
        elif kind == 2:
            text = text[:there]
        elif kind == 3:
            text = text[:here] + text[here:there] * 2 + text[there:]
        elif kind == 4:
            text = text[:here] + piece + text[min(there, here + 3) :]
        else:
            text = text[here:] + text[:here]
    return text[:50_000]
