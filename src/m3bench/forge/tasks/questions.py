"""Questions to a model with replies as JSON objects of a known form."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from m3bench.agents.parsing import Unreadable, read_json
from m3bench.agents.shared import Prompts
from m3bench.core import NO_USAGE, Text, Usage, content_hash
from m3bench.models import ChatModel, Message, Request, Settings, System, User

_Form = TypeVar("_Form")
_FENCES = ("<data>", "</data>")


@functools.cache
def prompts(name: str = "tasks") -> Prompts:
    """Return the prompts ``prompts/NAME.toml`` with their hash, by default those for writing tasks."""
    texts = tomllib.loads(files("m3bench.forge").joinpath("prompts", f"{name}.toml").read_text("utf-8"))
    return Prompts(texts, content_hash(texts))


class TaskWriter:
    """A model that writes and judges tasks, and its usage so far."""

    def __init__(
        self,
        model: ChatModel,
        *,
        seed: int = 0,
        check: Callable[[Usage], None] = lambda _spent: None,
        asked: Prompts | None = None,
    ) -> None:
        """`check` is called with the usage before every question, and raises at a limit. `asked` are other
        prompts than those for tasks over chains."""
        self._model, self._seed, self._check = model, seed, check
        self._prompts = asked or prompts()
        self.spent = NO_USAGE

    @property
    def name(self) -> str:
        return self._model.name

    def begin(self, prompt: str, values: Mapping[str, str]) -> list[Message]:
        """Start a conversation with a prompt. Values cannot close their fence."""
        return [System(self._prompts.fill("system")), User((Text(self.fill(prompt, values)),))]

    def fill(self, prompt: str, values: Mapping[str, str]) -> str:
        """Return a prompt with its values, which cannot close their fence."""
        return self._prompts.fill(prompt, {name: _fenced(value) for name, value in values.items()})

    async def answer(self, talk: list[Message], form: type[_Form]) -> _Form | None:
        """Return the parsed reply; None if the second attempt is unreadable too."""
        for _ in range(2):
            self._check(self.spent)
            settings = Settings(temperature=0.0, seed=self._seed)
            reply = await self._model.ask(Request(tuple(talk), (), settings))
            self.spent += reply.usage
            talk.append(reply.message)
            read = _read(reply.text, form)
            if not isinstance(read, Unreadable):
                return read
            talk.append(User((Text(self._prompts.fill("unreadable", problem=read.reason)),)))
        return None


def _read(text: str, form: type[_Form]) -> _Form | Unreadable:
    value: Any = read_json(text)
    if isinstance(value, Unreadable):
        return value
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as problem:
        return Unreadable(str(problem))


def _fenced(text: str) -> str:
    for fence in _FENCES:
        text = text.replace(fence, fence.replace("<", "‹").replace(">", "›"))
    return text
