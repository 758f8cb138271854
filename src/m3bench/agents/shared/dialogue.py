"""Dialogues with a model, turn by turn, with native or prompted tool calls."""

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
    """One turn of the model. Empty if it said nothing, even when asked again."""

    text: str = ""
    """Without thinking."""
    calls: tuple[Call, ...] = ()
    """Calls by full name. An unreadable call has no name."""
    plan: str = ""
    """The text before its calls."""


class Dialogue(ABC):
    """All messages of one attempt. Every request sends all of them."""

    def __init__(self, attempt: Attempt, prompts: Prompts, system: str) -> None:
        self.messages: list[Message] = [System(system), User(task_content(attempt, prompts))]
        self.garbled = 0
        """Turns in a row with calls of which none could be read."""
        self._attempt, self._prompts = attempt, prompts
        self._offers: tuple[ToolOffer, ...] = ()

    async def listen(self) -> Turn:
        """Return the next turn. Ask once more if it is empty or unreadable."""
        turn, complaint = self._understand(await self._ask())
        if complaint is not None:
            self._count("repairs")
            self.say(complaint)
            turn, _ = self._understand(await self._ask())
        self.garbled = self.garbled + 1 if turn.calls and not any(call.name for call in turn.calls) else 0
        return turn

    @abstractmethod
    def report(self, done: Sequence[Call]) -> None:
        """Add the results of the calls of the last turn."""

    def say(self, text: str) -> None:
        self.messages.append(User((Text(text),)))

    @abstractmethod
    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        """Add a reply; return its turn, and a complaint to send if it cannot be used."""

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


async def ask_in_plain_text(attempt: Attempt, dialogue: Dialogue, turn: Turn) -> bool:
    """Pass a turn that is a question to the user, and the reply to the model. Return whether it was one."""
    filled = read_form_answer(attempt.task.form, turn.text).fields if attempt.task.form is not None else None
    call = attempt.question_call(turn.text) if filled is None else None
    if call is None:
        return False
    (done,) = await attempt.call([call])
    dialogue.say(done.result.text if done.result is not None else "")
    return True


class NativeDialogue(Dialogue):
    """Uses the provider's function calling."""

    def __init__(
        self, attempt: Attempt, prompts: Prompts, system: str, own: Sequence[ToolOffer] = ()
    ) -> None:
        super().__init__(attempt, prompts, system)
        self._offers = (*tool_offers(attempt.toolbox), *own)
        self._names: dict[str, str] = {}
        """Names of all calls by id, as providers accept them."""

    def report(self, done: Sequence[Call]) -> None:
        for call in done:
            identity = call.id or ""
            how, *parts = result_content(call)
            failed = call.result is None or call.result.is_error
            # The provider knows which call this result belongs to.
            self.messages.append(ToolReturn(identity, self._names[identity], tuple(parts or [how]), failed))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        calls = tuple(map(self._call, reply.calls))
        text = without_surrogates(without_thinking(reply.text)).strip()
        if not calls and not text:
            return Turn(), self._prompts.fill("silent")
        self.messages.append(Assistant(text, tuple(map(self._use, calls))))
        return Turn(text, calls, text), None

    def _call(self, use: ToolUse) -> Call:
        """Return the call with a unique id: providers refuse missing or repeated ids."""
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
    """Describes tools in the system prompt and reads calls from the replies."""

    def __init__(self, attempt: Attempt, prompts: Prompts, system: str) -> None:
        super().__init__(attempt, prompts, system)
        self._tools = ToolNames(attempt.toolbox.tools)

    def report(self, done: Sequence[Call]) -> None:
        self.messages.append(User(tuple(part for call in done for part in result_content(call))))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        text = without_surrogates(without_thinking(reply.text)).strip()
        read = read_calls(text, self._tools)
        if not text or not (read.problems or read.calls):  # nothing, or an empty list of calls
            return Turn(), self._prompts.fill("silent")
        self.messages.append(Assistant(text))
        if any(call.name for call in read.calls):
            return Turn(text, read.calls, _before_calls(text)), None
        if not _CALLS_WERE_MEANT.match(text) or claimed_answer(text) is not None or self._fills_form(text):
            return Turn(text, plan=text), None
        # An object that is not a call may be the answer, if the model repeats it.
        illegal = () if isinstance(read_json(text), dict) else (illegal_call(text),)
        return Turn(text, illegal), self._prompts.fill("unreadable", problem="; ".join(read.problems))

    def _fills_form(self, text: str) -> bool:
        return read_form_answer(self._attempt.task.form, text).fields is not None


def _before_calls(text: str) -> str:
    match = _BEFORE_CALLS.match(text)
    return match[0].strip() if match else ""


def _sendable(arguments: Any) -> dict[str, Any]:
    """Return arguments as a JSON object, which every provider accepts."""
    try:
        return read_arguments(arguments)
    except UnreadableArguments as reason:
        written = arguments if isinstance(arguments, str) else str(reason)
        return {"unreadable": without_surrogates(written)}


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)[:LONGEST_ALIAS] or "unnamed"
