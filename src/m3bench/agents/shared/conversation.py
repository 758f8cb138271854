"""A conversation that stays within a model's room: what is old is shortened first."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.core import Content, Media, Text
from m3bench.core.text import shorten_middle
from m3bench.hosting.mounting import estimate
from m3bench.models import Assistant, Message, RequestTooLong, System, User

PICTURE_TOKENS = 1_000
"""What a picture costs in most models, roughly."""
_BRIEF = 300
_CHARACTERS_PER_TOKEN = 3
_LEAST = 200
_LONGEST_SAID = 6_000


class ContextExceeded(Exception):
    """The conversation does not fit into the model, however it is shortened."""


class Round(msgspec.Struct, frozen=True):
    """What the model wrote, and what came of it."""

    said: str
    content: tuple[Content, ...]

    @property
    def tokens(self) -> int:
        return estimate_tokens(self.said) + tokens_of(self.content)


_LEFT_OUT = Round("(earlier steps)", (Text("What they brought is left out here: there is no room for it."),))


class Conversation:
    """Opening, rounds so far, and for each request an instruction at its end.

    At most `most_pictures` of those in rounds are shown, the latest; of the others it is told where they are.
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
        self._attempt, self._system, self._opening = attempt, system, tuple(opening)
        self._room, self._most_pictures = context_tokens, most_pictures
        self._rounds: list[Round] = []

    def add(self, said: str, content: Sequence[Content]) -> None:
        """A round is over."""
        self._rounds.append(Round(shorten_middle(said, _LONGEST_SAID), tuple(content)))

    async def ask(self, instruction: str, repair: tuple[str, str] | None = None) -> str:
        """What the model says to the instruction; in a repair, to what it said first and what was wrong."""
        try:
            reply = await self._attempt.ask(self._messages(instruction, repair))
        except RequestTooLong:
            # The estimate was too low for this model, or its window is smaller than it was said to be.
            self._room = min(self._room, self._size(instruction)) // 2
            try:
                reply = await self._attempt.ask(self._messages(instruction, repair))
            except RequestTooLong as error:
                raise ContextExceeded(error.message) from error
        return reply.text

    def _size(self, instruction: str) -> int:
        return self._fixed(instruction) + sum(each.tokens for each in self._rounds)

    def _fixed(self, instruction: str) -> int:
        return estimate_tokens(self._system) + tokens_of(self._opening) + estimate_tokens(instruction)

    def _messages(self, instruction: str, repair: tuple[str, str] | None) -> list[Message]:
        messages: list[Message] = [System(self._system)]
        content = list(self._opening)
        for each in fit_rounds(self._rounds, self._room - self._fixed(instruction), self._most_pictures):
            messages += [User(tuple(content)), Assistant(each.said)]
            content = list(each.content)
        messages.append(User((*content, Text(instruction))))
        if repair is not None:
            said, wrong = repair
            messages += [Assistant(shorten_middle(said, _LONGEST_SAID) or "(nothing)"), User((Text(wrong),))]
        return messages


@functools.lru_cache(maxsize=1_000)
def estimate_tokens(text: str) -> int:
    """Roughly the tokens of a text. The same texts go into every request of a conversation."""
    return estimate(text)


def tokens_of(content: Sequence[Content]) -> int:
    """Roughly what parts cost."""
    return sum(map(_tokens, content))


def _tokens(part: Content) -> int:
    if isinstance(part, Text):
        return estimate_tokens(part.text)
    if isinstance(part, Media) and part.kind == "text" and part.data is not None:
        return estimate_tokens(part.data.decode("utf-8", "replace"))
    return PICTURE_TOKENS


def fit_rounds(rounds: Sequence[Round], room: int, most_pictures: int) -> list[Round]:
    """Rounds within so many tokens and pictures: the oldest are made brief, or left out; the last is cut."""
    fit = _with_pictures(rounds, most_pictures)
    over = sum(each.tokens for each in fit) - room
    for place, each in enumerate(fit[:-1]):
        if over <= 0:
            break
        fit[place] = _brief(each)
        over -= each.tokens - fit[place].tokens
    if over > 0 and fit:
        fit[-1] = _cut(fit[-1], max(fit[-1].tokens - over, _LEAST))
    return _latest(fit, room)


def _latest(rounds: list[Round], room: int) -> list[Round]:
    """As many of the last rounds as there is room for, at least one."""
    first, left = 0, sum(each.tokens for each in rounds) - room
    while left > 0 and first < len(rounds) - 1:
        left -= rounds[first].tokens
        first += 1
    return [_LEFT_OUT, *rounds[first:]] if first else rounds


def _with_pictures(rounds: Sequence[Round], most: int) -> list[Round]:
    left, kept = most, []
    for each in reversed(rounds):
        pictures = sum(isinstance(part, Media) for part in each.content)
        kept.append(each if pictures <= left else _without_pictures(each, pictures - left))
        left -= min(pictures, left)
    return kept[::-1]


def _without_pictures(each: Round, first: int) -> Round:
    """The first so many pictures only named."""
    parts: list[Content] = []
    for part in each.content:
        if isinstance(part, Media) and first > 0:
            first -= 1
            parts.append(Text(f"[a picture that is not shown any more{f': {part.uri}' if part.uri else ''}]"))
        else:
            parts.append(part)
    return Round(each.said, tuple(parts))


def _brief(each: Round) -> Round:
    plain = _without_pictures(each, len(each.content))
    return Round(each.said, tuple(_shorter(part, _BRIEF) for part in plain.content))


def _cut(each: Round, tokens: int) -> Round:
    share = max(tokens * _CHARACTERS_PER_TOKEN // max(len(each.content), 1), _BRIEF)
    plain = _without_pictures(each, len(each.content))
    return Round(each.said, tuple(_shorter(part, share) for part in plain.content))


def _shorter(part: Content, longest: int) -> Content:
    return Text(shorten_middle(part.text, longest)) if isinstance(part, Text) else part
