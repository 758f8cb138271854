"""Dialogues with a model, turn by turn, with native or prompted tool calls."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.parsing import (
    RENAMED_TOOL,
    ToolNames,
    claimed_answer,
    illegal_call,
    read_calls,
    read_form_answer,
    read_json,
    read_written_calls,
    refuse_repaired,
    with_repairs,
    without_thinking,
)
from m3bench.agents.shared.examples import fill_example
from m3bench.agents.shared.prompts import Prompts, result_content, tool_offers
from m3bench.agents.shared.steps import task_content
from m3bench.agents.shared.truncation import shorten_results
from m3bench.core import Call, Text, canonical_json, parsed_arguments
from m3bench.core.text import shorten_middle, without_surrogates
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
    is_cut,
)

_Any = TypeVar("_Any")
MOST_CALLS = 1_000
"""Calls of one reply that are carried out."""
_LONGEST_ID = 20
_MOST_CUTS = 6
"""So often a conversation is shortened before one request."""
_LONGEST_CUT = 2_000
"""Characters that are repeated to a model of its own reply, if it was cut off."""
_UNSAFE = re.compile(r"[^a-zA-Z0-9_-]")
_CALLS_WERE_MEANT = re.compile(r"(?:```\w*\s*)?[\[{]|<(?:tool|function|call|invoke)")
_CALL_BEGINS = re.compile(
    r"(?im)[\[{<`]|^[ \t>*#_-]{0,20}"
    r"(?:action[ \t*_]{0,10}:|(?:\w{1,60} = )?[A-Za-z_][\w./:-]{0,200}[ \t]?\()"
)


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
        turn, complaint = await self._take_turn()
        if complaint is not None:
            self._count("repairs")
            self.say(complaint)
            turn, _ = await self._take_turn()
        return self._accept(turn)

    def take(self, reply: Reply) -> tuple[Turn, str | None]:
        """Add a reply that was asked for elsewhere; return its turn, and a complaint if it cannot be used."""
        turn, complaint = self._understand(reply)
        return self._accept(turn), complaint

    def _accept(self, turn: Turn) -> Turn:
        """Count a turn of unreadable calls. In a strict run, those that had to be repaired are illegal."""
        if self._attempt.strict_format:
            turn = msgspec.structs.replace(turn, calls=tuple(map(refuse_repaired, turn.calls)))
        self.garbled = self.garbled + 1 if turn.calls and not any(call.name for call in turn.calls) else 0
        return turn

    @abstractmethod
    def report(self, done: Sequence[Call]) -> None:
        """Add the results of the calls of the last turn."""

    def say(self, text: str) -> None:
        self.messages.append(User((Text(text),)))

    async def _take_turn(self) -> tuple[Turn, str | None]:
        """Ask for a reply and add it. A reply without calls that was cut off is not an answer yet."""
        reply = await self._ask()
        turn, complaint = self._understand(reply)
        if not is_cut(reply):
            return turn, complaint
        said = self.messages[-1]
        if isinstance(said, Assistant):
            self.messages[-1] = Assistant(shorten_middle(said.text, _LONGEST_CUT), said.calls)
        unfinished = complaint is None and not turn.calls
        return turn, self._prompts.fill("cut") if unfinished else complaint

    @abstractmethod
    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        """Add a reply; return its turn, and a complaint to send if it cannot be used."""

    async def _ask(self) -> Reply:
        for _ in range(_MOST_CUTS):
            try:
                return await self._attempt.ask(self.messages, self._offers)
            except RequestTooLong:
                shorter = shorten_results(self.messages)
                if shorter is None:
                    raise
                self.messages = shorter
                self._count("shortened")
        return await self._attempt.ask(self.messages, self._offers)

    def _limited(self, calls: Sequence[_Any]) -> Sequence[_Any]:
        """Return the calls of a reply that are carried out. The model is not told of the others."""
        if len(calls) > MOST_CALLS:
            self._count("dropped_calls", len(calls) - MOST_CALLS)
        return calls[:MOST_CALLS]

    def _count(self, what: str, number: int = 1) -> None:
        self._attempt.notes[what] = self._attempt.notes.get(what, 0) + number


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
        self._offers = (*tool_offers(attempt.toolbox, attempt.view.tools), *own)
        self._tools = ToolNames(attempt.toolbox.tools, own=[offer.name for offer in own], native=True)
        self._names: dict[str, str] = {}
        """Names of all calls by id, as providers accept them."""

    def report(self, done: Sequence[Call]) -> None:
        for call in done:
            if not call.id:  # written as text, and refused
                self.messages.append(User(result_content(call)))
                continue
            how, *parts = result_content(call)
            failed = call.result is None or call.result.is_error
            # The provider knows which call this result belongs to.
            self.messages.append(ToolReturn(call.id, self._names[call.id], tuple(parts or [how]), failed))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        calls = tuple(map(self._call, self._limited(reply.calls)))
        text = without_surrogates(without_thinking(reply.text)).strip()
        if not calls and not text:
            return Turn(), self._prompts.fill("silent")
        written = () if calls else self._written_calls(text)
        if written:
            return self._take_written(text, written), None
        self.messages.append(Assistant(text, tuple(map(self._use, calls))))
        return Turn(text, calls, text), None

    def _written_calls(self, text: str) -> tuple[Call, ...]:
        """Read the calls that a reply writes as text. Words about calls that were made are an answer."""
        calls = tuple(self._limited(read_written_calls(text, self._tools, self._attempt.task.form)))
        if calls and _CALLS_WERE_MEANT.match(text) is None:
            made = {_key(call) for step in self._attempt.steps for call in step.calls}
            return () if made.issuperset(map(_key, calls)) else calls
        return calls

    def _take_written(self, text: str, written: Sequence[Call]) -> Turn:
        """Add written calls as if they were native, so that the model sees how to make them."""
        if self._attempt.strict_format:
            self.messages.append(Assistant(text))
            return Turn(text, tuple(written), _before_calls(text))
        calls = tuple(self._identified(call, call.name) for call in written)
        plan = _before_calls(text)
        self.messages.append(Assistant(plan, tuple(map(self._use, calls))))
        return Turn(text, calls, plan)

    def _call(self, use: ToolUse) -> Call:
        tool, arguments = self._tools.resolve(use.name), _as_object(use.arguments)
        if tool is None:
            return self._identified(Call(use.name, arguments, use.id), use.name)
        call = Call(tool.name, arguments, use.id)
        return self._identified(call if tool.is_exact else with_repairs(call, RENAMED_TOOL), use.name)

    def _identified(self, call: Call, written: str) -> Call:
        """Return the call with a unique id: providers refuse missing or repeated ids."""
        toolbox = self._attempt.toolbox
        identity = call.id or ""
        while not identity or identity in self._names:
            identity = f"call_{len(self._names) + 1}_{identity[:_LONGEST_ID]}".rstrip("_")
        is_mounted = toolbox.tool(call.name) is not None
        self._names[identity] = toolbox.aliases.alias(call.name) if is_mounted else _safe(written)
        return msgspec.structs.replace(call, id=identity)

    def _use(self, call: Call) -> ToolUse:
        return ToolUse(call.id or "", self._names[call.id or ""], _sendable(call.arguments))


class PromptedDialogue(Dialogue):
    """Describes tools in the system prompt and reads calls from the replies."""

    def __init__(self, attempt: Attempt, prompts: Prompts, system: str, own: Sequence[str] = ()) -> None:
        super().__init__(attempt, prompts, system)
        self._tools = ToolNames(attempt.toolbox.tools, own=own)

    def report(self, done: Sequence[Call]) -> None:
        self.messages.append(User(tuple(part for call in done for part in result_content(call))))

    def _understand(self, reply: Reply) -> tuple[Turn, str | None]:
        text = without_surrogates(without_thinking(reply.text)).strip()
        read = read_calls(text, self._tools)
        if not text or not (read.problems or read.calls):  # nothing, or an empty list of calls
            return Turn(), self._prompts.fill("silent")
        self.messages.append(Assistant(text))
        if any(call.name for call in read.calls):
            return Turn(text, tuple(self._limited(read.calls)), _before_calls(text)), None
        fields = read_form_answer(self._attempt.task.form, text).fields
        if not _CALLS_WERE_MEANT.match(text) or claimed_answer(text) is not None or fields is not None:
            return Turn(text, plan=text), None
        # An object that is not a call may be the answer, if the model repeats it.
        illegal = () if isinstance(read_json(text), dict) else (illegal_call(text),)
        return Turn(text, illegal), self._complaint("; ".join(read.problems))

    def _complaint(self, problem: str) -> str:
        example = fill_example(self._prompts, self._attempt.view.originals)
        return self._prompts.fill("unreadable", problem=problem, example=example)


def _before_calls(text: str) -> str:
    begin = _CALL_BEGINS.search(text)
    return text[: begin.start()].strip() if begin is not None else text


def _key(call: Call) -> str:
    return canonical_json([call.name, parsed_arguments(call.arguments)])


def _sendable(arguments: Any) -> dict[str, Any]:
    """Return arguments as a JSON object, which every provider accepts."""
    try:
        return read_arguments(arguments)
    except UnreadableArguments as reason:
        written = arguments if isinstance(arguments, str) else str(reason)
        return {"unreadable": without_surrogates(written)}


def _as_object(arguments: Any) -> Any:
    """Parse arguments that a provider hands over as text. Those that are not an object stay as written."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return read_arguments(arguments)
    except UnreadableArguments:
        return arguments


def _safe(name: str) -> str:
    return _UNSAFE.sub("_", name)[:LONGEST_ALIAS] or "unnamed"
