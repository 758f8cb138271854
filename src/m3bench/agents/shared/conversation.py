"""A conversation that fits into a model's context: older rounds are shortened first."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.content import PICTURE_TOKENS, media_tokens
from m3bench.agents.parsing import without_thinking
from m3bench.core import Content, Media, Text
from m3bench.core.text import shorten_middle, without_surrogates
from m3bench.hosting.toolbox import estimate
from m3bench.models import Assistant, Message, RequestTooLong, System, User

_BRIEF = 300
_CHARACTERS_PER_TOKEN = 3
_MIN_TOKENS = 200
_MAX_REPLY = 6_000
_FILLED = 0.75
"""The share of the room that rounds take after they were shortened."""


class ContextExceeded(Exception):
    """The conversation does not fit into the model, even when shortened."""


class Round(msgspec.Struct, frozen=True):
    """A reply of the model, the results that followed, and the next instruction."""

    reply: str
    content: tuple[Content, ...] = ()
    instruction: str = ""

    @property
    def tokens(self) -> int:
        return estimate_tokens(self.reply) + tokens_of(self.content) + estimate_tokens(self.instruction)

    @property
    def message(self) -> User:
        """What the model is told after its reply."""
        return User((*self.content, *([Text(self.instruction)] if self.instruction else [])))


_LEFT_OUT = Round("(earlier steps)", (Text("What they brought is left out here: there is no room for it."),))


class Conversation:
    """The task, all replies, and all that followed them.

    A request repeats the one before it and adds to its end, so that prompt caches apply. Only when there is
    no room for it, older rounds are shortened. They stay so, and leave room for several further rounds.

    At most the last `most_pictures` pictures of rounds are shown. The others are named by their paths.
    """

    def __init__(
        self,
        attempt: Attempt,
        system: str,
        opening: Sequence[Content],
        *,
        context_tokens: int,
        most_pictures: int,
    ) -> None:
        self._attempt, self._system = attempt, system
        self._room, self._most_pictures = context_tokens, most_pictures
        self._opening = Round("", tuple(opening))
        self._rounds: list[Round] = []

    def add(self, content: Sequence[Content]) -> None:
        """Add what followed from the last reply. It is sent with the next instruction."""
        last = self._rounds[-1]
        self._rounds[-1] = msgspec.structs.replace(last, content=(*last.content, *content))

    async def ask(self, instruction: str) -> str:
        """Return the reply to an instruction."""
        self._fit(instruction)
        try:
            reply = await self._attempt.ask(self._messages(instruction))
        except RequestTooLong:
            # The estimate was too low, or the context of the model is smaller than configured.
            size = self._fixed(instruction) + sum(entry.tokens for entry in self._rounds)
            self._room = min(self._room, size) // 2
            self._fit(instruction)
            try:
                reply = await self._attempt.ask(self._messages(instruction))
            except RequestTooLong as error:
                raise ContextExceeded(error.message) from error
        self._instruct(instruction)
        said = without_surrogates(without_thinking(reply.text)).strip()
        self._rounds.append(Round(shorten_middle(said, _MAX_REPLY) or "(nothing)"))
        return reply.text

    def _fixed(self, instruction: str) -> int:
        return estimate_tokens(self._system) + self._opening.tokens + estimate_tokens(instruction)

    def _fit(self, instruction: str) -> None:
        room = self._room - self._fixed(instruction)
        self._rounds = _with_pictures(self._rounds, self._most_pictures)
        if sum(entry.tokens for entry in self._rounds) > room:
            self._rounds = fit_rounds(self._rounds, int(room * _FILLED), self._most_pictures)

    def _instruct(self, instruction: str) -> None:
        if self._rounds:
            self._rounds[-1] = msgspec.structs.replace(self._rounds[-1], instruction=instruction)
        else:
            self._opening = msgspec.structs.replace(self._opening, instruction=instruction)

    def _messages(self, instruction: str) -> list[Message]:
        messages: list[Message] = [System(self._system)]
        for before, entry in pairwise([self._opening, *self._rounds]):
            messages += [before.message, Assistant(entry.reply)]
        last = self._rounds[-1] if self._rounds else self._opening
        return [*messages, User((*last.content, Text(instruction)))]


@functools.lru_cache(maxsize=1_000)
def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text. Cached: every request of a conversation repeats its texts."""
    return estimate(text)


def tokens_of(content: Sequence[Content]) -> int:
    return sum(map(_tokens, content))


def _tokens(part: Content) -> int:
    if isinstance(part, Text):
        return estimate_tokens(part.text)
    if isinstance(part, Media) and part.kind == "text" and part.data is not None:
        return estimate_tokens(part.data.decode("utf-8", "replace"))
    return media_tokens(part) if isinstance(part, Media) else PICTURE_TOKENS


def fit_rounds(rounds: Sequence[Round], room: int, most_pictures: int) -> list[Round]:
    """Fit rounds into a number of tokens and pictures: shorten or drop the oldest, cut the last."""
    fit = _with_pictures(rounds, most_pictures)
    over = sum(entry.tokens for entry in fit) - room
    for index, entry in enumerate(fit[:-1]):
        if over <= 0:
            break
        fit[index] = _shortened(entry, _BRIEF)
        over -= entry.tokens - fit[index].tokens
    if over > 0 and fit:
        last = fit[-1]
        tokens = max(last.tokens - over, _MIN_TOKENS)
        fit[-1] = _shortened(last, max(tokens * _CHARACTERS_PER_TOKEN // max(len(last.content), 1), _BRIEF))
    return _latest(fit, room)


def _latest(rounds: list[Round], room: int) -> list[Round]:
    """Return as many of the last rounds as fit, at least one."""
    over = sum(entry.tokens for entry in rounds) - room
    if over <= 0 or len(rounds) < 2:
        return rounds
    first, over = 0, over + _LEFT_OUT.tokens
    while over > 0 and first < len(rounds) - 1:
        over -= rounds[first].tokens
        first += 1
    return [_LEFT_OUT, *rounds[first:]]


def _with_pictures(rounds: Sequence[Round], most: int) -> list[Round]:
    """Show at most this many pictures. The oldest are replaced, several at once: each time, the requests
    that follow start differently."""
    shown = [sum(isinstance(part, Media) for part in entry.content) for entry in rounds]
    over = _rounded_up(sum(shown) - most, sum(shown[:-1]), block=(most + 1) // 2)
    kept = []
    for entry, pictures in zip(rounds, shown, strict=True):
        kept.append(_without_pictures(entry, over) if pictures and over > 0 else entry)
        over -= pictures
    return kept


def _rounded_up(needed: int, allowed: int, block: int) -> int:
    """Return the next multiple of a block, but not more than is allowed or needed."""
    return max(needed, min(-(-needed // block) * block, allowed)) if needed > 0 else 0


def _without_pictures(entry: Round, first: int) -> Round:
    parts: list[Content] = []
    for part in entry.content:
        if isinstance(part, Media) and first > 0:
            first -= 1
            what = {"image": "picture", "audio": "sound", "video": "film"}.get(part.kind, "file")
            parts.append(Text(f"[a {what} that is not shown any more{f': {part.uri}' if part.uri else ''}]"))
        else:
            parts.append(part)
    return msgspec.structs.replace(entry, content=tuple(parts))


def _shortened(entry: Round, longest: int) -> Round:
    """Return a round without pictures, and with texts of at most so many characters."""
    plain = _without_pictures(entry, len(entry.content))
    return msgspec.structs.replace(plain, content=tuple(_shorter(part, longest) for part in plain.content))


def _shorter(part: Content, longest: int) -> Content:
    return Text(shorten_middle(part.text, longest)) if isinstance(part, Text) else part
