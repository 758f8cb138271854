"""Tasks that are quick to run, and the actions that solve them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from m3bench.checks import AnswerFields, AnswerNumber, Expected, FileExists, write_checks
from m3bench.core import AnswerForm, Call, Fact, Reference, Step, Task, content_hash
from m3bench.core.form import AnswerField, FieldType

ADD, MULTIPLY, CROP = "math__add", "math__multiply", "imagesorcery-mcp__crop"

SUM = Task(
    id="sum",
    request="What is 20 + 22, times 3?",
    servers=("math",),
    references=(
        Reference(
            steps=(
                Step((Call("math/add", {"firstNumber": 20, "secondNumber": 22}),)),
                Step((Call("math/multiply", {"firstNumber": 42, "SecondNumber": 3}),)),
            ),
            answer="126",
            facts=(Fact(42, call=0, field="answer"), Fact(126, call=1, field="answer")),
        ),
    ),
    checks=write_checks([AnswerNumber(value=126)]),
)
FORM = Task(
    id="form",
    request="What is 20 + 22?",
    servers=("math",),
    form=AnswerForm((AnswerField("total", FieldType.NUMBER, "the sum"),)),
    references=(Reference(steps=SUM.references[0].steps[:1], answer="42", fields={"total": 42}),),
    checks=write_checks([AnswerFields(fields={"total": Expected(42)})]),
)
PICTURE = Task(
    id="picture",
    request="Crop photo.png to its left half, as half.png.",
    images=("photo.png",),
    servers=("imagesorcery-mcp",),
    checks=write_checks([FileExists(path="half.png")]),
)


class SmallSuite:
    """The tasks above."""

    name = "small"

    def __init__(self, *tasks: Task) -> None:
        self.tasks = tasks or (SUM, FORM, PICTURE)
        self.drawn = 0

    @property
    def digest(self) -> str:
        return content_hash([task.digest for task in self.tasks])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        self.drawn += 1
        drawn = io.BytesIO()
        Image.new("RGB", (40, 20), "teal").save(drawn, "PNG")
        return {name: drawn.getvalue() for name in task.images}


def call(name: str, arguments: Any, identity: str = "c1") -> dict[str, Any]:
    """One call of a message."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": written}}


def says(*calls: dict[str, Any], text: str = "") -> dict[str, Any]:
    """An assistant message with calls."""
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


def add(first: float, second: float, identity: str = "c1") -> dict[str, Any]:
    return says(call(ADD, {"firstNumber": first, "secondNumber": second}, identity))


def multiply(first: float, second: float, identity: str = "c2") -> dict[str, Any]:
    return says(call(MULTIPLY, {"firstNumber": first, "SecondNumber": second}, identity))


CROPPED = says(
    call(CROP, {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 20, "y2": 20, "output_path": "half.png"})
)
SOLUTION: tuple[Any, ...] = (add(20, 22), multiply(42, 3), "It is 126.")
"""Solves the task `sum`."""
