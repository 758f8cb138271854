"""One question to the judge of references: prompts as data, replies as strict JSON, one repair."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Generic, TypeVar

import msgspec

from m3bench.core import Content, Media, Text, Usage, content_hash
from m3bench.core.text import shorten_middle
from m3bench.judges import Part, bounded, fenced, visible
from m3bench.models import (
    Assistant,
    ChatModel,
    Message,
    ModelError,
    ModelMisconfigured,
    Request,
    Settings,
    System,
    User,
)

_TURNS = 2
_SETTINGS = Settings(temperature=0.0)
_LONGEST_ECHO = 4_000
_HASH_DIGITS = 12
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_THINKING = re.compile(r"\A\s*<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)
_Read = TypeVar("_Read")


class JudgePrompt(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, with ``{{blanks}}``."""

    name: str
    system: str
    form: str
    ask: str
    repair: str

    @property
    def identity(self) -> str:
        """Name and hash of the wording."""
        return f"{self.name}@{content_hash(msgspec.to_builtins(self))[:_HASH_DIGITS]}"


class Said(msgspec.Struct, Generic[_Read], frozen=True, kw_only=True):
    """What came of a question: something readable, or why there is nothing."""

    read: _Read | None = None
    problem: str = ""
    raw: tuple[str, ...] = ()
    usage: Usage = Usage(0, 0, 0, 0.0)


@functools.cache
def load_prompt(name: str) -> JudgePrompt:
    """The prompt in ``prompts/NAME.toml``."""
    text = files("m3bench.forge").joinpath("prompts", f"{name}.toml").read_text("utf-8")
    return msgspec.convert({"name": name, **tomllib.loads(text)}, JudgePrompt)


async def ask_judge(
    model: ChatModel,
    prompt: JudgePrompt,
    parts: Sequence[Part],
    pictures: Sequence[Media],
    *,
    kind: type[_Read],
    fault: Callable[[_Read], str] = lambda _: "",
) -> Said[_Read]:
    """Ask, and once more where the reply cannot be read; `fault` says what is wrong with one that can be.

    A model that can never be asked (`ModelMisconfigured`) comes through; all else ends in what is returned.
    """
    messages = _opening(prompt, parts, pictures)
    raw: list[str] = []
    usage = Usage(0, 0, 0, 0.0)
    problem = ""
    while len(raw) < _TURNS:
        try:
            reply = await model.ask(Request(messages, settings=_SETTINGS))
        except ModelMisconfigured:
            raise
        except ModelError as error:
            return Said(problem=error.message, raw=tuple(raw), usage=usage)
        usage += reply.usage
        raw.append(reply.text)
        read = read_strictly(reply.text, kind)
        problem = read if isinstance(read, str) else fault(read)
        if not isinstance(read, str) and not problem:
            return Said(read=read, raw=tuple(raw), usage=usage)
        messages = (*messages, *_repairing(prompt, reply.text, problem))
    return Said(problem=f"the reply cannot be used: {problem}", raw=tuple(raw), usage=usage)


def read_strictly(text: str, kind: type[_Read]) -> _Read | str:
    """The one JSON object that a reply consists of, or what is wrong. Thinking before it and a code fence
    around it are passed over. Total: no text raises an exception."""
    spoken = _THINKING.sub("", text, count=1).strip()
    fence = _FENCE.match(spoken)
    try:
        return msgspec.json.decode((fence[1] if fence else spoken).encode("utf-8", "replace"), type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        return shorten_middle(f"it is not one JSON object of that form ({error})")


def _opening(prompt: JudgePrompt, parts: Sequence[Part], pictures: Sequence[Media]) -> tuple[Message, ...]:
    content: list[Content] = [Text(fenced(parts))]
    shown = [picture for picture in pictures if picture.kind == "image" and picture.data is not None]
    for number, picture in enumerate(shown, 1):
        # Where a picture lies is a name that others gave it.
        bare = msgspec.structs.replace(picture, uri=None, digest=None)
        content += [Text(f"Picture {number} of {len(shown)} of the task:"), bare]
    content.append(Text(_filled(prompt.ask, form=prompt.form)))
    return System(prompt.system.strip()), User(tuple(content))


def _repairing(prompt: JudgePrompt, said: str, problem: str) -> tuple[Message, ...]:
    echo = bounded(visible(said), _LONGEST_ECHO) or "(nothing)"
    wrong = _filled(prompt.repair, fault=visible(problem), form=prompt.form)
    return Assistant(echo), User((Text(wrong),))


def _filled(text: str, **values: str) -> str:
    return _BLANK.sub(lambda blank: values[blank[1]], text).strip()
