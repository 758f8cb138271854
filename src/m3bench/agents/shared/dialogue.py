"""Talking with a model turn by turn: it wants calls, by the provider's function calling or in words."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.parsing import (
    ToolNames,
    claimed_answer,
    illegal_call,
    read_calls,
    read_form_answer,
    read_json,
    without_thinking,
)
from m3bench.agents.shared.prompts import Prompts, result_content, tool_offers
from m3bench.agents.shared.steps import task_content
from m3bench.agents.shared.truncation import shorten_results
from m3bench.core import Call, Text
from m3bench.core.text import without_surrogates
from m3bench.hosting.toolbox import LONGEST_ALIAS, UnreadableArguments, read_arguments
from m3bench.models import (
    Assistant,
    Message,
    Reply,
    RequestTooLong,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)

_LONGEST_ID = 20
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")
_CALLS_WERE_MEANT = re.compile(r"(?:```\w*\s*)?[\[{]|<(?:tool|function|call|invoke)")
_BEFORE_CALLS = re.compile(r"[^\[{<`]*")


class Turn(msgspec.Struct, frozen=True):
    """What a model said. Empty where it kept silent even after a word to that end."""

    text: str = ""
    """Without thinking."""
    calls: tuple[Call, ...] = ()
    """Under full names, ready to be carried out together. What cannot be read is a call without a name."""
    plan: str = ""
    """What it said before its calls."""


class Dialogue(ABC):
    """One attempt's messages, the whole of them in every request."""

    def __init__(self, attempt: Attempt, prompts: Prompts, system: str) -> None:
        self.messages: list[Message] = [System(system), User(task_content(attempt, prompts))]
        self.garbled = 0
        """Turns in a row that wanted calls of which none could be read."""
        self._attempt, self._prompts = attempt, prompts
        self._offers: tuple[ToolOffer, ...] = ()

    async def listen(self) -> Turn:
        """Ask for the next turn. One that is silent or unreadable is asked for once more."""
        turn, complaint = self._understand(await self._ask())
        if complaint is not None:
            self._count("repairs")
            self.say(complaint)
            turn, _ = self._understand(await self._ask())
        self.garbled = self.garbled + 1 if turn.calls and not any(call.name for call in turn.calls) else 0
        return turn

    @abstractmethod
    def report(self, done: Sequence[Call]) -> None:
        """Tell the model what the calls of its last turn brought."""

    def say(self, text: str) -> None:
        self.messages.append(User((Text(text),)))

    @abstractmethod
    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        """Keep the reply. What it means, and what is to be said about it if that is not enough."""

    async def _ask(self) -> Reply:
        try:
            return await self._attempt.ask(self.messages, self._offers)
        except RequestTooLong:
            shorter = shorten_results(self.messages)
            if shorter is None:
                raise
            self.messages = shorter
            self._count("shortened")
            return await self._attempt.ask(self.messages, self._offers)

    def _count(self, what: str) -> None:
        self._attempt.notes[what] = self._attempt.notes.get(what, 0) + 1


class NativeDialogue(Dialogue):
    """Tools are offered to the provider, and calls come back as such."""

    def __init__(
        self, attempt: Attempt, prompts: Prompts, system: str, own: Sequence[ToolOffer] = ()
    ) -> None:
        super().__init__(attempt, prompts, system)
        self._offers = (*tool_offers(attempt.toolbox), *own)
        self._names: dict[str, str] = {}
        """Of all calls by their ids, as providers take them."""

    def report(self, done: Sequence[Call]) -> None:
        for call in done:
            identity = call.id or ""
            how, *parts = result_content(call)
            failed = call.result is None or call.result.is_error
            # Which call it was goes without saying here.
            self.messages.append(ToolReturn(identity, self._names[identity], tuple(parts or [how]), failed))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        calls = tuple(map(self._call, reply.calls))
        text = without_surrogates(without_thinking(reply.text)).strip()
        if not calls and not text:
            return Turn(), self._prompts.fill("silent")
        self.messages.append(Assistant(text, tuple(map(self._use, calls))))
        return Turn(text, calls, text), None

    def _call(self, use: ToolUse) -> Call:
        """With an id of its own: providers refuse a conversation where ids are missing or repeated."""
        aliases = self._attempt.toolbox.aliases
        name = aliases.name(use.name)
        identity = use.id
        while not identity or identity in self._names:
            identity = f"call_{len(self._names) + 1}_{identity[:_LONGEST_ID]}".rstrip("_")
        self._names[identity] = aliases.alias(name) if name is not None else _safe(use.name)
        return Call(name or use.name, use.arguments, identity)

    def _use(self, call: Call) -> ToolUse:
        return ToolUse(call.id or "", self._names[call.id or ""], _sendable(call.arguments))


class PromptedDialogue(Dialogue):
    """Tools are described in the system prompt, and calls are read from what the model writes."""

    def __init__(self, attempt: Attempt, prompts: Prompts, system: str) -> None:
        super().__init__(attempt, prompts, system)
        self._tools = ToolNames(attempt.toolbox.tools)

    def report(self, done: Sequence[Call]) -> None:
        self.messages.append(User(tuple(part for call in done for part in result_content(call))))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        text = without_surrogates(without_thinking(reply.text)).strip()
        read = read_calls(text, self._tools)
        if not text or not (read.problems or read.calls):  # nothing, or a list of no calls
            return Turn(), self._prompts.fill("silent")
        self.messages.append(Assistant(text))
        if any(call.name for call in read.calls):
            return Turn(text, read.calls, _before_calls(text)), None
        if not _CALLS_WERE_MEANT.match(text) or claimed_answer(text) is not None or self._fills_form(text):
            return Turn(text, plan=text), None
        # An object that is no call may be the answer, if the model stands by it.
        insisted = () if isinstance(read_json(text), dict) else (illegal_call(text),)
        return Turn(text, insisted), self._prompts.fill("unreadable", problem="; ".join(read.problems))

    def _fills_form(self, text: str) -> bool:
        return read_form_answer(self._attempt.task.form, text).fields is not None


def _before_calls(text: str) -> str:
    match = _BEFORE_CALLS.match(text)
    return match[0].strip() if match else ""


def _sendable(arguments: Any) -> dict[str, Any]:
    """Arguments as every provider takes them back: an object that can be written as JSON."""
    try:
        return read_arguments(arguments)
    except UnreadableArguments as reason:
        written = arguments if isinstance(arguments, str) else str(reason)
        return {"unreadable": without_surrogates(written)}


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)[:LONGEST_ALIAS] or "unnamed"
