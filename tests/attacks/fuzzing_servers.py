"""Random schemas and messages, and the program that reads them.

`fuzzing_servers.py KIND COUNT SEED`: the kinds are schemas, tools and messages.

Prints the count, the longest time in CPU seconds, and the peak of memory.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from mcp_types import JSONRPCRequest

from m3bench.core.schema.compilation import CompiledSchema, compile_schema, schema_violations
from m3bench.hosting.cassette.drift import compare
from m3bench.hosting.gateway.content import usable_schema
from m3bench.hosting.session.wire import Wire
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.parameters import parameters
from m3bench.hosting.toolbox.tool_index import ToolIndex
from tests.attacks.memory import peak_kilobytes

MOST_MEMORY = 2 * 2**30
NAMES = ("a", "b", "c", "$defs", "type", "n")
PATTERNS = ("^a+$", "(a+)+$", "(?=a)b", "[", "a{1,50}", "(a|aa)*\\1", "\\p{L}+", "(?<x>a)\\k<x>", "a{3}{3}")
REFERENCES = (
    "#", "#/$defs/a", "#/$defs/b", "#/$defs/c", "#n", "#/properties/a", "#/allOf/0", "b.json", "",
    "https://json-schema.org/draft/2020-12/schema", "http://[", "#/%25", "#/$defs/a/items", "../x#y",
)  # fmt: skip
TYPES = ("object", "array", "string", "integer", "number", "boolean", "null", "any", ["string", "null"], 7)
MAPS = ("properties", "patternProperties", "$defs", "dependentSchemas", "dependencies")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLES = (
    "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "additionalItems",
)  # fmt: skip


class Fuzzer:
    """Random values that look like messages of servers, and are often invalid."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    @property
    def state(self) -> Any:
        """The state of the random generator. Set it to repeat values."""
        return self._dice.getstate()

    @state.setter
    def state(self, state: Any) -> None:
        self._dice.setstate(state)

    def schema(self, depth: int = 0) -> Any:
        dice = self._dice
        if dice.random() < 0.05:
            return dice.choice([True, False, None, 1, "x", [], {}])
        made: dict[str, Any] = {}
        for _ in range(dice.randint(0, 3 if depth else 4)):
            made |= self._keyword(depth)
        if depth == 0 and dice.random() < 0.7:
            made["$defs"] = {name: self.schema(1) for name in ("a", "b")}
        return made

    def _keyword(self, depth: int) -> dict[str, Any]:
        dice = self._dice
        kind = dice.random()
        if depth < 4 and kind < 0.45:
            if kind < 0.15:
                return {dice.choice(MAPS): {self._name(): self.schema(depth + 1) for _ in range(2)}}
            if kind < 0.3:
                return {dice.choice(LISTS): [self.schema(depth + 1) for _ in range(dice.randint(0, 3))]}
            return {dice.choice(SINGLES): self.schema(depth + 1)}
        if kind < 0.65:
            return {dice.choice(("$ref", "$ref", "$dynamicRef", "$recursiveRef")): dice.choice(REFERENCES)}
        if kind < 0.75:
            return {dice.choice(("pattern", "format")): dice.choice(PATTERNS)}
        if kind < 0.85:
            return {
                dice.choice(("$anchor", "$dynamicAnchor", "$id", "id")): dice.choice(("n", "b.json", "#", ""))
            }
        if kind < 0.95:
            return {
                dice.choice(
                    ("enum", "const", "required", "minimum", "multipleOf", "uniqueItems")
                ): self.value()
            }
        return {"type": dice.choice(TYPES)}

    def _name(self) -> str:
        return self._dice.choice((*NAMES, *PATTERNS))

    def value(self, depth: int = 0) -> Any:
        dice = self._dice
        kind = dice.random()
        if depth < 4 and kind < 0.3:
            return {dice.choice(NAMES): self.value(depth + 1) for _ in range(dice.randint(0, 4))}
        if depth < 4 and kind < 0.5:
            return [self.value(depth + 1) for _ in range(dice.randint(0, 5))]
        return dice.choice(["a" * 30 + "b", "", 0, 1.5, -(10**30), True, None, "é\u202e", 1e308])

    def message(self) -> bytes:
        """Return an answer, a notification or a request, mostly damaged."""
        dice = self._dice
        made: Any = {"jsonrpc": dice.choice(["2.0", "2.0", "2.0", "1.0", 2, None])}
        made |= {"id": dice.choice([1, 2, "1", "x", 1.5, None, True, -1, 2**70, [], {}])}
        made |= dice.choice(
            [{"result": self.value()}, {"result": {"content": self.value()}}, {"error": self.value()}, {},
             {"error": {"code": self.value(), "message": self.value()}}, {"method": self.value()},
             {"method": "notifications/x", "params": self.value()}]
        )  # fmt: skip
        if dice.random() < 0.1:
            made = [made, made]
        raw = bytearray(json.dumps(made).encode())
        for _ in range(dice.choice((0, 0, 1, 1, 3, 20))):
            place = dice.randrange(len(raw))
            raw[place : place + dice.randint(0, 2)] = dice.choice(
                (
                    b"",
                    b"\xff",
                    b'"',
                    b"{",
                    b"[" * 300,
                    b"}",
                    b"\0",
                    b",",
                    b"\\",
                    b"9" * 400,
                    b"\\ud800",
                    b"\n",
                )
            )
        return bytes(raw)


def put_schema(fuzzer: Fuzzer) -> None:
    schema, value = fuzzer.schema(), fuzzer.value()
    compiled = compile_schema(schema)
    if isinstance(compiled, CompiledSchema):
        schema_violations(compiled, value)


def put_tool(fuzzer: Fuzzer) -> None:
    schema, value = fuzzer.schema(), fuzzer.value()
    tool = Tool(server="s", name="t", input_schema=schema if isinstance(schema, dict) else {})
    tool_index = ToolIndex([tool])
    tool_index.checker.check(tool_index.tools[0], value if isinstance(value, dict) else {})
    parameters(tool_index.tools[0])
    usable_schema(tool.input_schema)
    compare([tool], list(tool_index.tools))


def put_message(fuzzer: Fuzzer) -> None:
    wire = Wire()
    wire.track(JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call"))
    raw = fuzzer.message()
    answers = [message for line in raw.split(b"\n") for message in wire.read(line).messages]
    owed = [answer for answer in answers if getattr(answer, "id", None) == 1]
    assert len(owed) <= 2, raw  # the answer, and a request of the server's with the same number


KINDS: dict[str, Callable[[Fuzzer], None]] = {
    "schemas": put_schema,
    "tools": put_tool,
    "messages": put_message,
}


def repeat(kind: Callable[[Fuzzer], None], fuzzer: Fuzzer, state: Any) -> float:
    """Return the CPU seconds for the same input, which exclude the load of other processes."""

    def once() -> float:
        fuzzer.state = state
        began = time.process_time()
        kind(fuzzer)
        return time.process_time() - began

    return min(once() for _ in range(3))


def main() -> None:
    kind, count, seed = KINDS[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3])
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    fuzzer = Fuzzer(seed)
    kind(fuzzer)
    longest = 0.0
    for _ in range(count):
        state, began = fuzzer.state, time.perf_counter()
        kind(fuzzer)
        seconds = time.perf_counter() - began
        if seconds > longest:
            longest = max(longest, min(seconds, repeat(kind, fuzzer, state)))
    print(json.dumps({"count": count, "longest": longest, "kilobytes": peak_kilobytes()}))


if __name__ == "__main__":
    main()
