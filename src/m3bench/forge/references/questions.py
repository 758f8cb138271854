"""Questions to the judge of references: prompts as data, replies as strict JSON, one repair."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Generic, TypeVar

import msgspec

from m3bench.core import NO_USAGE, Content, Media, Text, Usage, content_hash
from m3bench.core.text import shorten_middle
from m3bench.judges import Part, escape_invisible, fence, truncate_middle
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
_MAX_ECHO = 4_000
_HASH_DIGITS = 12
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_THINKING = re.compile(r"\A\s*<(think|thinking)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL | re.IGNORECASE)
_Read = TypeVar("_Read")


class JudgePrompt(msgspec.Struct, frozen=True, kw_only=True):
    """A prompt with ``{{placeholders}}``."""

    name: str
    system: str
    form: str
    ask: str
    repair: str

    @property
    def identity(self) -> str:
        """Name and hash of the text."""
        return f"{self.name}@{content_hash(msgspec.to_builtins(self))[:_HASH_DIGITS]}"


class JudgeReply(msgspec.Struct, Generic[_Read], frozen=True, kw_only=True):
    """The parsed reply, or why there is none."""

    read: _Read | None = None
    problem: str = ""
    raw: tuple[str, ...] = ()
    usage: Usage = NO_USAGE


@functools.cache
def load_prompt(name: str) -> JudgePrompt:
    """Load the prompt ``prompts/NAME.toml``."""
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
) -> JudgeReply[_Read]:
    """Ask a question, and once more if the reply is unusable.

    `fault` returns what is wrong with a parsed reply, or nothing. Raise `ModelMisconfigured` if the model can
    never be asked; other errors end up in what is returned.
    """
    messages = _first_messages(prompt, parts, pictures)
    raw: list[str] = []
    usage = NO_USAGE
    problem = ""
    while len(raw) < _TURNS:
        try:
            reply = await model.ask(Request(messages, settings=_SETTINGS))
        except ModelMisconfigured:
            raise
        except ModelError as error:
            return JudgeReply(problem=error.message, raw=tuple(raw), usage=usage)
        usage += reply.usage
        raw.append(reply.text)
        read = parse_reply(reply.text, kind)
        problem = read if isinstance(read, str) else fault(read)
        if not isinstance(read, str) and not problem:
            return JudgeReply(read=read, raw=tuple(raw), usage=usage)
        messages = (*messages, *_repair_messages(prompt, reply.text, problem))
    return JudgeReply(problem=f"unusable reply: {problem}", raw=tuple(raw), usage=usage)


def parse_reply(text: str, kind: type[_Read]) -> _Read | str:
    """Parse the one JSON object of a reply, or return what is wrong with it. Never raises.

    Thinking before the object and a code fence around it are ignored.
    """
    reply = _THINKING.sub("", text, count=1).strip()
    fence = _FENCE.match(reply)
    try:
        return msgspec.json.decode((fence[1] if fence else reply).encode("utf-8", "replace"), type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        return shorten_middle(f"it is not one JSON object of that form ({error})")


def _first_messages(
    prompt: JudgePrompt, parts: Sequence[Part], pictures: Sequence[Media]
) -> tuple[Message, ...]:
    content: list[Content] = [Text(fence(parts))]
    shown = [picture for picture in pictures if picture.kind == "image" and picture.data is not None]
    for number, picture in enumerate(shown, 1):
        # The location of a picture is untrusted text.
        bare = msgspec.structs.replace(picture, uri=None, digest=None)
        content += [Text(f"Picture {number} of {len(shown)} of the task:"), bare]
    content.append(Text(_filled(prompt.ask, form=prompt.form)))
    return System(prompt.system.strip()), User(tuple(content))


def _repair_messages(prompt: JudgePrompt, reply: str, problem: str) -> tuple[Message, ...]:
    echo = truncate_middle(escape_invisible(reply), _MAX_ECHO) or "(nothing)"
    wrong = _filled(prompt.repair, fault=escape_invisible(problem), form=prompt.form)
    return Assistant(echo), User((Text(wrong),))


def _filled(text: str, **values: str) -> str:
    return _PLACEHOLDER.sub(lambda placeholder: values[placeholder[1]], text).strip()
