"""Data flow between calls: which earlier results hold the values that a call passes on.

`scoring.trace` names one source of a value. Here all sources are found, because calls with the same
result can be dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

import msgspec

from m3bench.core import Call, Content, Data, Media, Result, Step, Text, canonical_json, parsed_arguments
from m3bench.forge.leaves import leaves, named_leaves, scalars, top_leaves
from m3bench.scoring import Origin, trace

_WORD = re.compile(r"[^\W_]+(?:(?:[.,'’-]|(?<=\d):(?=\d))[^\W_]+)*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)")
# A constant such as movie_theater is not composed from results.
_CONSTANT = re.compile(r"[\w.]+(?:,[\w.]+)*")
_SHORTEST_WORD = 3
# Small numbers are everywhere; they count only in results with few numbers.
_FEW_NUMBERS = 40
_TELLING_DIGITS = 5
_TELLING_FIGURES = 3
_FACTORS = (1, 60, 3600, 1000, 0.01, 100)
_NEAR = 0.02
_EXACT_PLACES = 4
_MANY_NUMBERS = 400


class Value(msgspec.Struct, frozen=True):
    """A value that a call passes on, and the earlier calls whose results contain it."""

    text: str
    sources: frozenset[int] = frozenset()
    asked: bool = False
    """Whether the request states it."""
    seen: bool = False
    """Whether it was read off the pictures of the task, and not by a call."""
    exact: frozenset[int] = frozenset()
    """Sources with the value as a whole field."""

    @property
    def known(self) -> bool:
        return self.given or bool(self.sources)

    @property
    def given(self) -> bool:
        """Whether no call was needed to know it."""
        return self.asked or self.seen


class PassedValues(msgspec.Struct, frozen=True):
    """The values that one call passes on."""

    values: tuple[Value, ...] = ()
    texts: tuple[tuple[Value, ...], ...] = ()
    """The words of composed texts, which occur nowhere as a whole."""

    @property
    def words(self) -> tuple[Value, ...]:
        return tuple(word for text in self.texts for word in text)

    @property
    def all(self) -> tuple[Value, ...]:
        return (*self.values, *self.words)


def passed_values(calls: Sequence[Call], request: str) -> list[PassedValues]:
    """Return the values that each call passes on, with all sources among the earlier calls."""
    return [_passed(calls, index, request) for index in range(len(calls))]


def find_values(text: str, calls: Sequence[Call], request: str) -> list[Value]:
    """Return the significant words and numbers of a text, such as an answer, with their sources."""
    values = [_told_tersely(value, calls) for value in _looked_up(_words(text), calls, request)]
    return [value if value.known else _derived(value, calls) for value in values]


def _told_tersely(value: Value, calls: Sequence[Call]) -> Value:
    """Restrict the sources of a short number, which occurs in long results by chance.

    A source has it at its top level, with a unit, or among few numbers.
    """
    if not is_number(value.text) or len(value.text.strip("-0.").replace(".", "")) >= _TELLING_FIGURES:
        return value
    measured = re.compile(rf"{re.escape(value.text)} ?[a-z°%]{{1,8}}")
    matching = {
        index
        for index, call in enumerate(calls)
        if (len(value.text) > 1 and value.text in top_leaves(call.result))
        or any(map(measured.fullmatch, leaves(call.result)))
        or (index in value.sources and len(numbers_in(call.result)) <= _FEW_NUMBERS)
    }
    return msgspec.structs.replace(value, sources=frozenset(matching) or value.sources)


def numbers_in(result: Result | None) -> list[float]:
    return list(map(float, _NUMBER.findall(plain(result))))


def moments_in(result: Result | None) -> list[str]:
    """Return every timestamp in a result as seconds since 1970."""
    moments: list[str] = []
    for day, time in _TIMESTAMP.findall(plain(result)):
        with suppress(ValueError):  # not every match is a valid time
            moments.append(str(int(datetime.fromisoformat(f"{day}T{time}+00:00").timestamp())))
    return moments


def is_near(number: float, known: Sequence[float]) -> bool:
    """Return whether a number may be computed from one of these: rounded, or shifted slightly."""
    return any(abs(number - other) <= max(_NEAR * abs(other), 1e-9) for other in known)


def is_number(text: str) -> bool:
    """Return whether a text is one plain number."""
    return text.lstrip("-").replace(".", "", 1).isdigit()


def plain(result: Result | None) -> str:
    """Return the whole text of a result."""
    return "\n".join(
        part.text if isinstance(part, Text) else canonical_json(part.value) if isinstance(part, Data) else ""
        for part in (result.content if result is not None else ())
    )


def _passed(calls: Sequence[Call], index: int, request: str) -> PassedValues:
    earlier = calls[:index]
    traced = trace((Step((calls[index],)),), request).values
    texts = dict.fromkeys(str(value.value) for value in traced if not _is_small(str(value.value)))
    values = _looked_up(list(texts), earlier, request)
    values = [value if value.known else _rounded(value, earlier) for value in values]
    values = [value if value.known else _middle(value, earlier) for value in values]
    values = [_confirmed(value, earlier, calls[index]) for value in values]
    composed = [(value.text, _words(value.text)) for value in values if not value.known]
    word_groups = [
        tuple(_without_echoes(word, calls) for word in _words_up(words, earlier, request))
        for text, words in composed
        if words != [text] and not _CONSTANT.fullmatch(text)
    ]
    return PassedValues(tuple(values), tuple(word_groups))


def _words_up(words: Sequence[str], calls: Sequence[Call], request: str) -> list[Value]:
    """Look up words, or else their singular: peach for peaches."""
    singulars = _looked_up(list(map(_singular, words)), calls, request)
    pairs = zip(_looked_up(words, calls, request), singulars, strict=True)
    return [word if word.known else msgspec.structs.replace(single, text=word.text) for word, single in pairs]


def _singular(word: str) -> str:
    endings = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("oes", "o"), ("sses", "ss"), ("s", ""))
    for plural, singular in endings:
        if word.endswith(plural) and len(word) > len(plural) + 1:
            return word.removesuffix(plural) + singular
    return word


def _rounded(value: Value, calls: Sequence[Call]) -> Value:
    """Find sources of an integer that rounds a number of a result."""
    if not re.fullmatch(r"-?\d{3,}", value.text):
        return value
    number = int(value.text)
    sources = [
        index
        for index, call in enumerate(calls)
        if number in set(map(round, numbers_in(call.result)))
        and not stands(value.text, canonical_json(call.arguments))
    ]
    return msgspec.structs.replace(value, sources=frozenset(sources))


def _confirmed(value: Value, calls: Sequence[Call], call: Call) -> Value:
    """Add listings of the same server as sources of a name, even if the name was part of a query."""
    if value.asked or is_number(value.text):
        return value
    text = value.text.casefold()
    sources = {
        index
        for index, other in enumerate(calls)
        if other.server == call.server and other.name != call.name and _lists(other, text)
    }
    return msgspec.structs.replace(value, sources=value.sources | sources, exact=value.exact | sources)


def _lists(call: Call, text: str) -> bool:
    given = {key for key, scalar in scalars(parsed_arguments(call.arguments)) if scalar == text}
    return any(scalar == text and key not in given for key, scalar in named_leaves(call.result))


def _middle(value: Value, calls: Sequence[Call]) -> Value:
    """Find sources of a precise number that is the mean of two others, such as the centre of a box."""
    places = len(value.text.partition(".")[2])
    if places < _EXACT_PLACES or not is_number(value.text):
        return value
    wanted, half = float(value.text), 0.5 * 10**-places
    sources = []
    for index, call in enumerate(calls):
        numbers = set(numbers_in(call.result))
        if len(numbers) <= _MANY_NUMBERS and any(
            abs((number + other) / 2 - wanted) <= half
            for number in numbers
            for other in numbers
            if number < other
        ):
            sources.append(index)
    return msgspec.structs.replace(value, sources=frozenset(sources))


def _without_echoes(word: Value, calls: Sequence[Call]) -> Value:
    """Drop sources that only repeat a word of their arguments."""
    sources = {
        index for index in word.sources if not stands(word.text, canonical_json(calls[index].arguments))
    }
    return msgspec.structs.replace(word, sources=frozenset(sources))


def stands(word: str, text: str) -> bool:
    """Return whether a text contains a word as a whole."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _is_small(text: str) -> bool:
    """Return whether a number is small or round, and so occurs in many results by chance."""
    return re.fullmatch(r"-?(\d{1,2}|\d{1,2}0+)", text) is not None


def _looked_up(texts: Sequence[str], calls: Sequence[Call], request: str) -> list[Value]:
    question = Call("", {str(number): text for number, text in enumerate(texts)})
    traced = trace((Step((question,)),), request).values
    stated = {value.path for value in traced if value.origin is Origin.REQUEST}
    brought = [_brought(call, question) for call in calls]
    fields = [leaves(call.result) for call in calls]
    values = []
    for path, text in question.arguments.items():
        sources = frozenset(index for index, paths in enumerate(brought) if path in paths)
        exact = frozenset(index for index in sources if text.casefold() in fields[index])
        values.append(Value(text, sources, path in stated, exact=exact))
    return values


def _brought(call: Call, question: Call) -> set[str]:
    """Return the paths of the values of the question that the result adds to the arguments."""
    if call.result is None:
        return set()
    source = msgspec.structs.replace(call, result=_readable(call.result))
    traced = trace((Step((source,)), Step((question,)))).values
    given = _given(call)
    return {
        value.path
        for value in traced
        if value.origin is Origin.RESULT and not _pieces(str(value.value)) <= given
    }


def _given(call: Call) -> set[str]:
    """Return what a result may only echo: argument values, and their comma-separated parts."""
    texts = [str(value.value) for value in trace((Step((call,)),)).values]
    return {piece for text in texts for piece in (*_pieces(text), text.casefold())}


def _pieces(text: str) -> set[str]:
    return {piece.strip() for piece in text.casefold().split(",")}


def _readable(result: Result) -> Result:
    """Repeat dates and times of timestamps as separate text, so that each is found."""
    content: list[Content] = []
    for part in result.content:
        if isinstance(part, Text):
            moments = "".join(f"\n{day} {time}" for day, time in sorted(set(_TIMESTAMP.findall(part.text))))
            content += [part, Text(moments)] if moments else [part]
        elif not isinstance(part, Media) or part.uri:
            content.append(part)
    return msgspec.structs.replace(result, content=tuple(content))


def _derived(value: Value, calls: Sequence[Call]) -> Value:
    """Find sources of a computed number: rounded, in another unit, or a product or quotient."""
    if not _NUMBER.fullmatch(value.text):
        return value
    places = len(value.text.partition(".")[2])
    wanted = float(value.text)
    telling = len(value.text.replace(".", "").strip("0")) >= _TELLING_DIGITS
    known = [number for call in calls for number in numbers_in(call.result)] if telling else []
    sources = []
    for index, call in enumerate(calls):
        numbers = numbers_in(call.result)
        if len(numbers) <= _FEW_NUMBERS and any(
            wanted in (round(number / factor, places) for factor in _FACTORS)
            or any(wanted in (round(number * other, places), _by(other, number, places)) for other in known)
            for number in numbers
        ):
            sources.append(index)
    return msgspec.structs.replace(value, sources=value.sources | frozenset(sources))


def _by(number: float, divisor: float, places: int) -> float | None:
    return round(number / divisor, places) if divisor else None


def _words(text: str) -> list[str]:
    words: dict[str, None] = {}
    for word in _WORD.findall(text):
        plain_word = word.replace(",", "")
        is_figure = _NUMBER.fullmatch(plain_word) is not None
        if is_figure or len(word) >= _SHORTEST_WORD:
            words[plain_word if is_figure else word] = None
    return list(words)
