"""Provenance: where the values in the arguments of calls come from.

A result is a source only of what it adds: a value that the request states, or that is among the call's own
arguments, is an echo and makes no dependency. If results are not recorded, a file that an earlier call
wrote still links it to the call that names the file again.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import isfinite
from typing import Any, Literal, NamedTuple

import msgspec

from m3bench.core import Call, Data, Edge, Media, Result, Step, Text, parsed_arguments
from m3bench.scoring.files import base_name, writes_file

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?")
# They start with a digit or a sign, not with a lookaround, which is several times slower.
_REST_OF_NUMBER = r"(?!(?<=0)\d)\d*(?:\.\d+)?(?:e[-+]?\d+)?(?!\w|\.\d)"
_POSITIVE = re.compile(rf"\d(?<![\w.]\d)(?<!(?<!\w)-\d){_REST_OF_NUMBER}")
_NEGATIVE = re.compile(rf"-(?<![\w.]-)\d{_REST_OF_NUMBER}")
_WITH_COMMAS = re.compile(r"\d(?<![\w.]\d)\d{0,2}(?:,\d{3})+(?:\.\d+)?(?!\w|\.\d)")

# Integers with more digits than a float can represent are ids, and are searched as text.
_LONGEST_INTEGER = 15
# A longer text may be truncated, so it need not start and end with a whole word.
_LONG_TEXT = 40
_BETWEEN_PARTS = "\0"
_GAPS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_COMMON_WORDS = frozenset({"true", "false", "null", "none"})


class Origin(StrEnum):
    """Where a value comes from, in search order."""

    REQUEST = "request"
    RESULT = "result"
    ARGUMENT = "argument"
    INVENTED = "invented"


class Traced(msgspec.Struct, frozen=True):
    """One value in the arguments of a call. ``source`` is the call whose result or argument it comes from."""

    call: int
    path: str
    value: str | int | float
    origin: Origin
    source: int | None = None


class Link(msgspec.Struct, frozen=True, order=True):
    """A dependency: a value from a result (``data``), or a file written before (``file``)."""

    source: int
    target: int
    kind: Literal["data", "file"]


class Provenance(msgspec.Struct, frozen=True):
    """Every value with its origin. Values that are too short or too common are only counted."""

    values: tuple[Traced, ...] = ()
    links: tuple[Link, ...] = ()
    trivial: int = 0

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The dependencies of both kinds, without duplicates, sorted."""
        return tuple(Edge(*pair) for pair in sorted({(link.source, link.target) for link in self.links}))

    def share(self, origin: Origin) -> float | None:
        """Return the share of traced values with this origin; None if there are no values."""
        count = sum(traced.origin == origin for traced in self.values)
        return count / len(self.values) if self.values else None


def trace(steps: Sequence[Step], request: str | None = None) -> Provenance:
    """Find the origin of every value in the arguments of every call.

    Searched in this order: the request; the results of earlier steps, the latest first (calls of one step run
    concurrently and cannot use each other's results); the arguments of earlier steps, where the source is
    the first call with the value. Otherwise the value is invented. Words and numbers must match whole: 12
    is not in 312 or 1.12. Numbers are compared as numbers, text without case and white space, and files by
    base name.
    """
    return _Tracer(steps, request).trace()


def folded_result(result: Result) -> str:
    """Return the text of a result, folded for `says`."""
    return _folded(_result_text(result))


class ValueIndex:
    """Finds values in many texts at once, with the same rules as `says`."""

    def __init__(self, texts: Mapping[int, str], values: Iterable[str | int | float]) -> None:
        self._needles = {value: needle for value in values if (needle := _needle(value)) is not None}
        self._index = _Index(texts, list(self._needles.values()))
        self._places = tuple(texts)

    def holders(self, value: str | int | float) -> frozenset[int]:
        """Return the texts that contain a value; none if it is too common to tell."""
        needle = self._needles.get(value)
        if needle is None:
            return frozenset()
        return frozenset(place for place in self._places if self._index.holds(place, needle))


def says(text: str, value: str | int | float) -> bool | None:
    """Return whether a text from `folded_result` contains a value; None if it is too common to tell."""
    needle = _needle(value)
    return None if needle is None else _Index({0: text}, [needle]).holds(0, needle)


def value_keys(call: Call) -> frozenset[object]:
    """Return the traceable values of a call's arguments; equal values have equal keys."""
    return frozenset(leaf.needle.key for leaf in _read_leaves((call,))[0])


def written_files(call: Call) -> frozenset[object]:
    """Return the base names of the files that a call probably writes, as keys of `value_keys`."""
    leaves = _read_leaves((call,))[0]
    return frozenset(leaf.needle.key for leaf in leaves if leaf.needle.file and writes_file(call, leaf.path))


class Searcher:
    """A text in which values are searched, with the same rules as `trace`."""

    def __init__(self, text: str) -> None:
        self._text = _folded(text)
        self._words = _words_in(self._text)
        self._numbers: set[float] | None = None

    @classmethod
    def of_result(cls, result: Result) -> Searcher:
        """Search the whole text of a result."""
        return cls(_result_text(result))

    def holds(self, value: Any) -> bool | None:
        """Return whether the text contains the value; None if it is too short or too common to tell."""
        needle = _needle(value)
        if needle is None:
            return None
        if needle.numbers:
            if self._numbers is None:
                self._numbers = _numbers_in(self._text)
            return needle.numbers <= self._numbers
        return needle.words <= self._words and _states(self._text, needle)


class _Needle(NamedTuple):
    """A value in searchable form: numbers, a file name, or text."""

    text: str
    words: frozenset[str] = frozenset()
    numbers: frozenset[float] = frozenset()
    file: str | None = None

    @property
    def key(self) -> object:
        """Equal for equal values."""
        return self.numbers or self.file or self.text


class _Leaf(NamedTuple):
    call: int
    path: str
    value: Any
    needle: _Needle


class _Tracer:
    """Sets of calls are bits of an integer, so that many are intersected at once."""

    def __init__(self, steps: Sequence[Step], request: str | None) -> None:
        self._calls = [call for step in steps for call in step.calls]
        self._step_of = [index for index, step in enumerate(steps) for _ in step.calls]
        self._members: dict[int, int] = defaultdict(int)
        for call, step in enumerate(self._step_of):
            self._members[step] |= 1 << call
        self._leaves, self._trivial = _read_leaves(self._calls)
        needles = [leaf.needle for leaf in self._leaves]
        texts = {i: _result_text(call.result) for i, call in enumerate(self._calls) if call.result}
        self._results = _Index(texts, needles)
        self._request = _Index({0: request} if request else {}, needles)
        self._given: dict[object, int] = defaultdict(int)
        self._written: dict[object, int] = defaultdict(int)
        self._same_tool: dict[str, int] = defaultdict(int)
        for leaf in self._leaves:
            self._note(leaf)

    def trace(self) -> Provenance:
        values, links = [], set()
        for leaf in self._leaves:
            origin, source = self._origin(leaf)
            values.append(Traced(leaf.call, leaf.path, leaf.value, origin, source))
            writer = self._writer(leaf)
            if origin is Origin.RESULT and source is not None:
                links.add(Link(source, leaf.call, "data"))
            elif writer is not None:
                links.add(Link(writer, leaf.call, "file"))
        return Provenance(tuple(values), tuple(sorted(links)), self._trivial)

    def _note(self, leaf: _Leaf) -> None:
        call, bit = self._calls[leaf.call], 1 << leaf.call
        self._same_tool[call.name] |= bit
        self._given[leaf.needle.key] |= bit
        if leaf.needle.file is not None and writes_file(call, leaf.path):
            self._written[leaf.needle.key] |= bit

    def _origin(self, leaf: _Leaf) -> tuple[Origin, int | None]:
        if self._request.holds(0, leaf.needle):
            return Origin.REQUEST, None
        earlier, given = self._earlier(leaf.call), self._given[leaf.needle.key]
        adding = self._results.candidates(leaf.needle) & earlier & ~given
        for call in self._latest_first(adding):
            if self._results.holds(call, leaf.needle):
                return Origin.RESULT, call
        if given & earlier:
            return Origin.ARGUMENT, _lowest(given & earlier)
        return Origin.INVENTED, None

    def _writer(self, leaf: _Leaf) -> int | None:
        """Return the latest earlier call of another tool that wrote the file that this value names."""
        others = ~self._same_tool[self._calls[leaf.call].name]
        writers = self._written.get(leaf.needle.key, 0) & self._earlier(leaf.call) & others
        return next(self._latest_first(writers), None)

    def _earlier(self, call: int) -> int:
        """Return all calls of earlier steps."""
        return (1 << _lowest(self._members[self._step_of[call]])) - 1

    def _latest_first(self, calls: int) -> Iterator[int]:
        """Yield the calls, the latest step first, and within a step in order."""
        while calls:
            together = calls & self._members[self._step_of[calls.bit_length() - 1]]
            calls ^= together
            while together:
                yield _lowest(together)
                together &= together - 1


class _Index:
    """An index of words and numbers to texts, as bits. Only searched words and numbers are kept."""

    def __init__(self, texts: Mapping[int, str], needles: Sequence[_Needle]) -> None:
        self._texts = {place: _folded(text) for place, text in texts.items()}
        self._all = sum(1 << place for place in texts)
        self._words: dict[str, int] = defaultdict(int)
        self._numbers: dict[float, int] = defaultdict(int)
        words = {word for needle in needles for word in needle.words}
        numbers = {number for needle in needles for number in needle.numbers}
        for place, text in self._texts.items():
            for word in words & _words_in(text):
                self._words[word] |= 1 << place
            for number in numbers and numbers & _numbers_in(text):
                self._numbers[number] |= 1 << place

    def candidates(self, needle: _Needle) -> int:
        """Return the texts that may contain the value."""
        places = self._all
        for number in needle.numbers:
            places &= self._numbers.get(number, 0)
        for word in needle.words:
            places &= self._words.get(word, 0)
        return places

    def holds(self, place: int, needle: _Needle) -> bool:
        """Return whether a text contains the value."""
        possible = bool(self.candidates(needle) >> place & 1)
        if needle.numbers or not possible:
            return possible
        return _states(self._texts[place], needle)


def _states(text: str, needle: _Needle) -> bool:
    """Return whether a text with all words of a value contains the value itself."""
    if needle.file is not None:
        return _names_file(text, needle.file)
    return needle.text in text if len(needle.text) > _LONG_TEXT else _occurs_whole(text, needle.text)


def _read_leaves(calls: Sequence[Call]) -> tuple[list[_Leaf], int]:
    """Return the traceable values, and the number of the others."""
    leaves, trivial = [], 0
    for index, call in enumerate(calls):
        for path, value in _scalars(parsed_arguments(call.arguments)):
            needle = _needle(value)
            if needle is None:
                trivial += 1
            else:
                leaves.append(_Leaf(index, path, value, needle))
    return leaves, trivial


def _scalars(arguments: Any) -> Iterator[tuple[str, Any]]:
    """Yield every scalar with its path, in order. Not recursive: models sometimes nest deeply."""
    waiting = [("", arguments)] if arguments is not None else []
    while waiting:
        path, here = waiting.pop()
        if isinstance(here, dict):
            inner = [(f"{path}.{key}" if path else str(key), item) for key, item in here.items()]
        elif isinstance(here, list | tuple):
            inner = [(f"{path}[{i}]", item) for i, item in enumerate(here)]
        else:
            yield path, here
            continue
        waiting.extend(reversed(inner))


def _needle(value: Any) -> _Needle | None:
    """Return the value in searchable form; None if it is too short or too common."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = _folded(str(value))
    numbers = _numbers_as(text)
    if numbers:
        telling = any(abs(number) >= 10 or number != int(number) for number in numbers)
        return _Needle(text, numbers=numbers) if telling else None
    if len(text) <= 2 or text in _COMMON_WORDS:
        return None
    file = base_name(text)
    words = _WORD.findall(file or text)
    sure = words[1:-1] if file is None and len(text) > _LONG_TEXT else words
    return _Needle(text, frozenset(sure), file=file)


def _numbers_as(text: str) -> frozenset[float]:
    """Return the numbers that a text consists of, such as ``40.7, -74.0``; empty for any other text."""
    parts = re.split(r"[,;\s]+", text)
    if not all(_NUMBER.fullmatch(part) and len(part.partition(".")[0]) <= _LONGEST_INTEGER for part in parts):
        return frozenset()
    return frozenset(filter(isfinite, map(float, parts)))


def _numbers_in(text: str) -> set[float]:
    """Return every number in a text. 100,200 counts both as one and as two numbers."""
    forms = _POSITIVE.findall(text) + _NEGATIVE.findall(text)
    if re.search(r",\d{3}", text):
        forms += [form.replace(",", "") for form in _WITH_COMMAS.findall(text)]
    return set(map(float, forms))


def _words_in(text: str) -> set[str]:
    """Return the words of a text; fast for plain ASCII."""
    words = set(text.translate(_GAPS).split())
    if not text.isascii():
        words.update(*(_WORD.findall(word) for word in words if not word.isascii()))
    return words


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _result_text(result: Result) -> str:
    """Return the whole text of a result, with its parts separated."""
    parts: list[str] = []
    for part in result.content:
        if isinstance(part, Text):
            parts.extend(_readings(part.text))
        elif isinstance(part, Data):
            parts.extend(_said(part.value))
        elif isinstance(part, Media) and part.uri is not None:
            parts.append(part.uri)
    return _BETWEEN_PARTS.join(parts)


def _said(value: Any) -> Iterator[str]:
    """Yield every key and scalar of a JSON value as text."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield from map(str, here)
            waiting.extend(here.values())
        elif isinstance(here, list | tuple):
            waiting.extend(here)
        elif isinstance(here, str) and "\\" in here:
            yield from _readings(here)
        elif here is not None:
            yield str(here)


def _readings(text: str) -> Iterator[str]:
    """Yield the text, or its parsed content if it is JSON with escapes."""
    if "\\" in text and text.lstrip()[:1] in ("{", "[", '"'):
        try:
            yield from _said(json.loads(text))
        except (ValueError, RecursionError):
            yield text
    else:
        yield text


def _names_file(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text) is not None


def _occurs_whole(text: str, phrase: str) -> bool:
    start = text.find(phrase)
    while start >= 0:
        if not _cuts(text, start) and not _cuts(text, start + len(phrase)):
            return True
        start = text.find(phrase, start + 1)
    return False


def _cuts(text: str, place: int) -> bool:
    """Return whether a position is inside a word or a decimal number."""
    if not 0 < place < len(text):
        return False
    if _WORD.fullmatch(text, place - 1, place + 1):
        return True
    return re.search(r"\d\.\d", text[max(place - 2, 0) : place + 2]) is not None


def _lowest(calls: int) -> int:
    return (calls & -calls).bit_length() - 1
