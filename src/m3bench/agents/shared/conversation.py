"""A conversation that fits into a model's context: older rounds are shortened first."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from m3bench.agents.attempt import Attempt
from m3bench.agents.content import PICTURE_TOKENS, media_tokens
from m3bench.core import Content, Media, Text
from m3bench.core.text import shorten_middle
from m3bench.hosting.toolbox import estimate
from m3bench.models import Assistant, Message, RequestTooLong, System, User

_BRIEF = 300
_CHARACTERS_PER_TOKEN = 3
_MIN_TOKENS = 200
_MAX_REPLY = 6_000


class ContextExceeded(Exception):
    """The conversation does not fit into the model, even when shortened."""


class Round(msgspec.Struct, frozen=True):
    """A reply of the model, and the results that followed."""

    reply: str
    content: tuple[Content, ...]

    @property
    def tokens(self) -> int:
        return estimate_tokens(self.reply) + tokens_of(self.content)


_LEFT_OUT = Round("(earlier steps)", (Text("What they brought is left out here: there is no room for it."),))


class Conversation:
    """The task and all rounds so far. Each request adds an instruction.

    Only the last `most_pictures` pictures of rounds are shown. The others are named by their paths.
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

    def add(self, reply: str, content: Sequence[Content]) -> None:
        """Add a finished round."""
        self._rounds.append(Round(shorten_middle(reply, _MAX_REPLY), tuple(content)))

    async def ask(self, instruction: str, repair: tuple[str, str] | None = None) -> str:
        """Return the reply to an instruction. `repair` holds a first reply and what was wrong with it."""
        try:
            reply = await self._attempt.ask(self._messages(instruction, repair))
        except RequestTooLong:
            # The estimate was too low, or the context of the model is smaller than configured.
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
            messages += [User(tuple(content)), Assistant(each.reply)]
            content = list(each.content)
        messages.append(User((*content, Text(instruction))))
        if repair is not None:
            first, problem = repair
            messages += [Assistant(shorten_middle(first, _MAX_REPLY) or "(nothing)"), User((Text(problem),))]
        return messages


@functools.lru_cache(maxsize=1_000)
def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text. Cached: every request of a conversation repeats its texts."""
    return estimate(text)


def tokens_of(content: Sequence[Content]) -> int:
    """Estimate the tokens of content."""
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
    over = sum(each.tokens for each in fit) - room
    for place, each in enumerate(fit[:-1]):
        if over <= 0:
            break
        fit[place] = _brief(each)
        over -= each.tokens - fit[place].tokens
    if over > 0 and fit:
        fit[-1] = _cut(fit[-1], max(fit[-1].tokens - over, _MIN_TOKENS))
    return _latest(fit, room)


def _latest(rounds: list[Round], room: int) -> list[Round]:
    """Return as many of the last rounds as fit, at least one."""
    over = sum(each.tokens for each in rounds) - room
    if over <= 0 or len(rounds) < 2:
        return rounds
    first, over = 0, over + _LEFT_OUT.tokens
    while over > 0 and first < len(rounds) - 1:
        over -= rounds[first].tokens
        first += 1
    return [_LEFT_OUT, *rounds[first:]]


def _with_pictures(rounds: Sequence[Round], most: int) -> list[Round]:
    left, kept = most, []
    for each in reversed(rounds):
        pictures = sum(isinstance(part, Media) for part in each.content)
        kept.append(each if pictures <= left else _without_pictures(each, pictures - left))
        left -= min(pictures, left)
    return kept[::-1]


def _without_pictures(each: Round, first: int) -> Round:
    """Replace the first pictures with their names."""
    parts: list[Content] = []
    for part in each.content:
        if isinstance(part, Media) and first > 0:
            first -= 1
            what = {"image": "picture", "audio": "sound", "video": "film"}.get(part.kind, "file")
            parts.append(Text(f"[a {what} that is not shown any more{f': {part.uri}' if part.uri else ''}]"))
        else:
            parts.append(part)
    return Round(each.reply, tuple(parts))


def _brief(each: Round) -> Round:
    plain = _without_pictures(each, len(each.content))
    return Round(each.reply, tuple(_shorter(part, _BRIEF) for part in plain.content))


def _cut(each: Round, tokens: int) -> Round:
    share = max(tokens * _CHARACTERS_PER_TOKEN // max(len(each.content), 1), _BRIEF)
    plain = _without_pictures(each, len(each.content))
    return Round(each.reply, tuple(_shorter(part, share) for part in plain.content))


def _shorter(part: Content, longest: int) -> Content:
    return Text(shorten_middle(part.text, longest)) if isinstance(part, Text) else part
