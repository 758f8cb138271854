"""Answers that models give, some of which look like calls."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

_NAMES = (
    "Ada",
    "summary",
    "Summary",
    "add",
    "search",
    "math",
    "wiki",
    "Oslo",
    "paper_search",
    "report",
    "Add",
)
_KEYS = (
    "name",
    "title",
    "a",
    "note",
    "query",
    "location",
    "units",
    "tool",
    "type",
    "server",
    "id",
    "input_file",
)
_TOOLS = ("math/add", "wiki/summary", "math.add", "wiki__summary", "paper_search/search", "add", "summary")
_FUNCTIONS = (
    "print",
    "sum",
    "pandas.read_csv",
    "math.sqrt",
    "np.add",
    "requests.get",
    "client.search",
    "open",
)
_VALUES = ("12", "'Oslo'", '"Oslo"', "a=1", "title='Oslo'", "[1, 2]", "x", "note=text", "")
_SENTENCES = (
    "The temperature in Oslo is 5 °C (41 °F).",
    "It costs 12.50 [1], see the table below.",
    "Action: the committee will meet again (on Monday).",
    "Action Input: none was given.",
    "I could not find it; the search (both of them) returned {nothing}.",
    "Dear Ada,\n\nAction: please sign the form.\nAction Input: your signature\n\nBest regards,\nOslo office",
    "Thought: I now know the answer.\nIt is 42.",
    "sum(numbers) is 5.",
)

Dice = random.Random


def an_answer(dice: Dice) -> str:
    """An answer of any kind, or of two kinds."""
    made = [dice.choice(KINDS)(dice) for _ in range(dice.randint(1, 2))]
    return "\n\n".join(made)


def _prose(dice: Dice) -> str:
    return " ".join(dice.choice(_SENTENCES) for _ in range(dice.randint(1, 3)))


def _form(dice: Dice) -> str:
    """A form whose fields are named like arguments, and whose values like tools."""
    keys = dice.sample(_KEYS, dice.randint(1, 5))
    return _written({key: dice.choice((*_NAMES, 3, None, [1, "Oslo"])) for key in keys}, dice)


def _answer_and_fields(dice: Dice) -> str:
    made: dict[str, object] = {
        "answer": dice.choice(_SENTENCES),
        "fields": {"name": dice.choice(_NAMES), "a": 1},
    }
    if dice.random() < 0.3:
        made["tool_calls"] = [{"name": "math/add", "arguments": {"a": 1}}]
    return _written(made, dice)


def _records(dice: Dice) -> str:
    """A list of records in prose or in a fence."""
    records = [{"name": dice.choice(_NAMES), "price": dice.random()} for _ in range(dice.randint(1, 4))]
    return f"They are:\n```json\n{json.dumps(records)}\n```"


def _nested(dice: Dice) -> str:
    return _written({dice.choice(_NAMES): {"title": "Oslo", "n": 3}, "total": 1}, dice)


def _definition(dice: Dice) -> str:
    schema = {"type": "object", "properties": {"a": {"type": "number"}}}
    return _written({"name": dice.choice(_TOOLS), "description": "Adds.", "parameters": schema}, dice)


def _unmounted_call(dice: Dice) -> str:
    name = dice.choice(("weather/get", "search", "print", "math/sqrt", "Ada"))
    return _written({"name": name, "arguments": {"a": 1}}, dice)


def _mention(dice: Dice) -> str:
    """A sentence that quotes a tool, or a call of it."""
    tool = dice.choice(_TOOLS)
    quoted = dice.choice(
        (
            tool,
            f"`{tool}`",
            f"{tool}(a=1)",
            f"`{tool}(title='Oslo')`",
            json.dumps({"name": tool, "arguments": {}}),
        )
    )
    return dice.choice(
        (
            f"I used {quoted} and the sum is 3.",
            f"According to {quoted}, Oslo is the capital of Norway.",
            f"The result of {quoted} was empty, so nothing is known (see above).",
            f"- Tool: {quoted} gave 3.\n- Answer: 3",
        )
    )


def _code(dice: Dice) -> str:
    """Code that is not a call of a mounted tool, or not only."""
    lines = [f"{dice.choice(_FUNCTIONS)}({dice.choice(_VALUES)})" for _ in range(dice.randint(1, 3))]
    if dice.random() < 0.4:
        lines.insert(dice.randint(0, len(lines)), f"{dice.choice(_TOOLS[:3])}(a=1)")
    code = "\n".join(lines)
    return f"You can compute it like this:\n```python\n{code}\n```"


def _explained_code(dice: Dice) -> str:
    """Code with a mounted tool, and the answer after it."""
    return f"I ran\n```python\n{dice.choice(_TOOLS[:4])}(a=1)\n```\nand the result is {dice.randint(1, 9)}."


def _table(dice: Dice) -> str:
    rows = [
        f"| {dice.choice(_TOOLS)} | {dice.choice(_NAMES)}({dice.choice(_VALUES)}) | 3 |" for _ in range(3)
    ]
    return "| tool | call | result |\n|---|---|---|\n" + "\n".join(rows)


def _final_answer(dice: Dice) -> str:
    tool = dice.choice(_TOOLS)
    return f'Action: {tool}\nAction Input: {{"a": 1}}\nObservation: 3\nFinal Answer: {dice.randint(1, 9)}'


def _written(value: object, dice: Dice) -> str:
    text = json.dumps(value, indent=dice.choice((None, 2)))
    return dice.choice((text, f"```json\n{text}\n```", f"Here it is:\n{text}"))


KINDS: tuple[Callable[[Dice], str], ...] = (
    _prose,
    _form,
    _answer_and_fields,
    _records,
    _nested,
    _definition,
    _unmounted_call,
    _mention,
    _code,
    _explained_code,
    _table,
    _final_answer,
)
