"""A mock model of Inspect that carries out references."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    Model,
    ModelOutput,
    get_model,
)
from inspect_ai.tool import ToolCall

from m3bench.core import Step, Task
from m3bench.formats.openai.names import name_to


def reference_model(tasks: Sequence[Task]) -> Model:
    """Knows each task by its request; replies with the next step of its reference, and its answer at last."""

    def reply(messages: list[ChatMessage], tools: Any, choice: Any, config: Any) -> ModelOutput:
        asked = messages[1].text
        (task,) = [task for task in tasks if task.request and task.request in asked]
        said = sum(message.role == "assistant" for message in messages)
        steps = task.references[0].steps
        if said == len(steps):
            return ModelOutput.from_content("mockllm", _answer(task))
        return _calling(steps[said], said)

    return get_model("mockllm/model", custom_outputs=reply, memoize=False)


def _answer(task: Task) -> str:
    """The answer of the reference, with the form below it."""
    reference = task.references[0]
    form = "" if reference.fields is None else f"\n```json\n{json.dumps(reference.fields)}\n```"
    return f"{reference.answer or task.answer or ''}{form}"


def _calling(step: Step, number: int) -> ModelOutput:
    calls = [
        ToolCall(f"call-{number}-{index}", name_to(call.name), call.arguments)
        for index, call in enumerate(step.calls)
    ]
    message = ChatMessageAssistant(content="", tool_calls=calls)
    return ModelOutput(
        model="mockllm", choices=[ChatCompletionChoice(message=message, stop_reason="tool_calls")]
    )
