"""What calls know from one another: which earlier results hold the values that a call passes on.

Unlike `scoring.trace`, which names one source of a value, all of them are found here: of calls that say the
same, some can be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Call, Data, Media, Result, Step, Text, canonical_json
from m3bench.scoring import Origin, trace

_WORD = re.compile(r"[^\W_]+(?:(?:[.,'’-]|(?<=\d):(?=\d))[^\W_]+)*")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)T(?=\d)")
# A word of a schema, such as movie_theater, is not put together from results.
_CONSTANT = re.compile(r"[\w.]+(?:,[\w.]+)*")
_SHORTEST_WORD = 3
# Small numbers stand everywhere; only in a result that says hardly anything else are they what it says.
_FEW_NUMBERS = 12
_TELLING_DIGITS = 5
_FACTORS = (1, 60, 3600, 1000, 0.01, 100)
_NEAR = 0.02


class Value(msgspec.Struct, frozen=True):
    """Something that a call passes on, and the earlier calls whose results say it."""

    text: str
    sources: frozenset[int] = frozenset()
    asked: bool = False
    """The request states it."""

    @property
    def known(self) -> bool:
        return self.asked or bool(self.sources)


class Passed(msgspec.Struct, frozen=True):
    """What one call passes on."""

    values: tuple[Value, ...] = ()
    texts: tuple[tuple[Value, ...], ...] = ()
    """The words of texts that stand nowhere as a whole, but were put together."""

    @property
    def words(self) -> tuple[Value, ...]:
        return tuple(word for text in self.texts for word in text)

    @property
    def all(self) -> tuple[Value, ...]:
        return (*self.values, *self.words)


def passed_on(calls: Sequence[Call], request: str) -> list[Passed]:
    """What each call passes on, with all the sources among the calls before it."""
    return [_passed(calls, place, request) for place in range(len(calls))]


def said_in(text: str, calls: Sequence[Call], request: str) -> list[Value]:
    """The telling words and numbers of a text, such as an answer, with the calls that brought them."""
    words = list(dict.fromkeys(_words(text)))
    found = _looked_up(words, calls, request)
    return [value if value.known else _derived(value, calls) for value in found]


def numbers_in(result: Result | None) -> list[float]:
    """Every number of a result, wherever it stands."""
    return [float(found) for found in _NUMBER.findall(plain(result))]


def is_near(number: float, known: Sequence[float]) -> bool:
    """Whether a number may be worked out from one of these: rounded, or moved a little."""
    return any(abs(number - each) <= max(_NEAR * abs(each), 1e-9) for each in known)


def plain(result: Result | None) -> str:
    """All that a result says."""
    parts = result.content if result is not None else ()
    return "\n".join(
        part.text if isinstance(part, Text) else canonical_json(part.value) if isinstance(part, Data) else ""
        for part in parts
    )


def _passed(calls: Sequence[Call], place: int, request: str) -> Passed:
    traced = trace((Step((calls[place],)),), request).values
    texts = list(dict.fromkeys(str(each.value) for each in traced if not _is_small(str(each.value))))
    values = _looked_up(texts, calls[:place], request)
    values = [value if value.known else _rounded(value, calls[:place]) for value in values]
    composed = [(value.text, list(_words(value.text))) for value in values if not value.known]
    found = [
        tuple(_without_echoes(word, calls) for word in _looked_up(words, calls[:place], request))
        for text, words in composed
        if words != [text] and not _CONSTANT.fullmatch(text)
    ]
    return Passed(tuple(values), tuple(found))


def _rounded(value: Value, calls: Sequence[Call]) -> Value:
    """A whole number may be one of a result without its decimals."""
    if not re.fullmatch(r"-?\d{3,}", value.text):
        return value
    number = int(value.text)
    sources = [
        place
        for place, call in enumerate(calls)
        if number in {round(each) for each in numbers_in(call.result)}
    ]
    return msgspec.structs.replace(value, sources=frozenset(sources))


def _without_echoes(word: Value, calls: Sequence[Call]) -> Value:
    """A word that a call was given within other words is nothing that it brought."""
    sources = [
        place for place in word.sources if not _stands(word.text, canonical_json(calls[place].arguments))
    ]
    return msgspec.structs.replace(word, sources=frozenset(sources))


def _stands(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _is_small(text: str) -> bool:
    """Numbers that stand in many results by chance."""
    return re.fullmatch(r"-?\d{1,2}", text) is not None


def _looked_up(texts: Sequence[str], calls: Sequence[Call], request: str) -> list[Value]:
    question = Call("", {str(number): text for number, text in enumerate(texts)})
    traced = trace((Step((question,)),), request).values
    stated = {each.path for each in traced if each.origin is Origin.REQUEST}
    sources: dict[str, set[int]] = {str(number): set() for number in range(len(texts))}
    for place, call in enumerate(calls):
        for path in _brought(call, question):
            sources[path].add(place)
    return [
        Value(text, frozenset(sources[str(number)]), str(number) in stated)
        for number, text in enumerate(texts)
    ]


def _brought(call: Call, question: Call) -> Iterator[str]:
    """The values of the question that the call's result adds to what the call was given."""
    if call.result is None:
        return
    source = msgspec.structs.replace(call, result=_readable(call.result))
    found = trace((Step((source,)), Step((question,)))).values
    given = _given(call)
    for each in found:
        if each.origin is Origin.RESULT and not _pieces(str(each.value)) <= given:
            yield each.path


def _given(call: Call) -> set[str]:
    """What a result may only echo: values of the arguments, and what stands between their commas."""
    texts = [str(value.value) for value in trace((Step((call,)),)).values]
    return {piece for text in texts for piece in (*_pieces(text), text.casefold())}


def _pieces(text: str) -> set[str]:
    return {piece.strip() for piece in text.casefold().split(",")}


def _readable(result: Result) -> Result:
    """With days apart from the time of day, so that a day is found in a timestamp."""
    content = tuple(
        Text(_TIMESTAMP.sub(r"\1 T", part.text)) if isinstance(part, Text) else part
        for part in result.content
        if not isinstance(part, Media) or part.uri
    )
    return msgspec.structs.replace(result, content=content)


def _derived(value: Value, calls: Sequence[Call]) -> Value:
    """A number that stands nowhere may come from a terse result: rounded, in another unit, small, or times or
    by another number that is known."""
    if not _NUMBER.fullmatch(value.text):
        return value
    places = len(value.text.partition(".")[2])
    wanted = float(value.text)
    telling = len(value.text.replace(".", "").strip("0")) >= _TELLING_DIGITS
    known = [number for call in calls for number in numbers_in(call.result)] if telling else []
    sources = []
    for place, call in enumerate(calls):
        numbers = numbers_in(call.result)
        if len(numbers) <= _FEW_NUMBERS and any(
            wanted in (round(number / factor, places) for factor in _FACTORS)
            or any(wanted in (round(number * each, places), _by(each, number, places)) for each in known)
            for number in numbers
        ):
            sources.append(place)
    return msgspec.structs.replace(value, sources=frozenset(sources))


def _by(one: float, other: float, places: int) -> float | None:
    return round(one / other, places) if other else None


def _words(text: str) -> Iterator[str]:
    """Words and numbers worth looking for, each once."""
    found: dict[str, None] = {}
    for word in _WORD.findall(text):
        bare = word.replace(",", "") if _NUMBER.fullmatch(word.replace(",", "")) else word
        if _NUMBER.fullmatch(bare) or len(bare) >= _SHORTEST_WORD:
            found[bare] = None
    yield from found
