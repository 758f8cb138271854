"""Which calls need which: what was seen for certain, and what is assumed because it cannot be seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Any

import msgspec

from m3bench.core import Call, canonical_json, parsed_arguments
from m3bench.forge.tracing import Passed, Value, is_near, numbers_in, passed_on

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"})
_SHORTEST_HANDLE = 6


class Kind(StrEnum):
    """Why one call needs another."""

    VALUE = "value"
    WORDS = "words"
    FILE = "file"
    OBJECT = "object"
    CHOICE = "choice"
    COMPUTED = "computed"
    SEEN = "seen"
    TOLD = "told"

    @property
    def certain(self) -> bool:
        """A judge cannot say otherwise."""
        return self in (Kind.VALUE, Kind.FILE)


class Need(msgspec.Struct, frozen=True, order=True):
    """The later call needs the earlier one."""

    source: int
    target: int
    kind: Kind
    what: str = ""


class Action(msgspec.Struct, frozen=True):
    """A call that was carried out alone, with its result, and the files that it made or changed."""

    call: Call
    wrote: frozenset[str] = frozenset()


class Web(msgspec.Struct, frozen=True):
    """Calls in the order in which they were made, what they pass on, and which need which."""

    actions: tuple[Action, ...]
    passed: tuple[Passed, ...]
    needs: tuple[Need, ...]
    request: str
    answer: str

    @property
    def calls(self) -> list[Call]:
        return [action.call for action in self.actions]

    def among(self, kept: Sequence[int]) -> Web:
        """The same for some of the calls alone: what others brought is not known then."""
        return web_of([self.actions[place] for place in kept], self.request, self.answer)


def web_of(actions: Sequence[Action], request: str, answer: str = "") -> Web:
    """Everything that is known about a sequence of calls."""
    calls = [action.call for action in actions]
    passed = passed_on(calls, request)
    families = siblings(calls)
    others = [
        *_files(actions),
        *_objects(calls, passed),
        *_choices(calls, passed, families),
        *_computed(calls, passed, families),
        *_seen(actions, passed),
    ]
    return Web(
        tuple(actions), tuple(passed), tuple(sorted({*others, *_values(passed, others)})), request, answer
    )


def siblings(calls: Sequence[Call]) -> list[frozenset[int]]:
    """For each call those that do the same to something else, itself among them: the same tool, and arguments
    of the same form of which some are equal, or which consist of one value only."""
    groups: dict[str, list[int]] = defaultdict(list)
    for place, call in enumerate(calls):
        groups[f"{call.name} {canonical_json(_form(parsed_arguments(call.arguments)))}"].append(place)
    return [
        next(frozenset(group) for group in groups.values() if place in group) for place in range(len(calls))
    ]


def _form(value: Any) -> Any:
    """A JSON value with the kinds of its scalars in their place; lists of scalars may be of any length."""
    if isinstance(value, dict):
        return {key: _form(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return (
            ["…"] if all(not isinstance(child, dict | list) for child in value) else list(map(_form, value))
        )
    return (
        "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
    )


def _values(passed: Sequence[Passed], others: Sequence[Need]) -> Iterator[Need]:
    """Where several results say a value, it could be taken from the one that can be there first."""
    level: list[int] = []
    for target, each in enumerate(passed):
        taken = [
            Need(min(value.sources, key=lambda place: (level[place], -place)), target, Kind.VALUE, value.text)
            for value in each.values
            if value.sources and not value.asked
        ]
        taken += [need for words in each.texts for need in _composed(words, target, level)]
        yield from taken
        needed = [*taken, *(need for need in others if need.target == target)]
        level.append(1 + max((level[need.source] for need in needed), default=-1))


def _composed(words: Sequence[Value], target: int, level: Sequence[int]) -> Iterator[Need]:
    """A text that was put together comes from the result that has most of its words; that others have some of
    the rest is chance."""
    counts = Counter(place for word in words if not word.asked for place in word.sources)
    if counts:
        source = max(counts, key=lambda place: (counts[place], -level[place], place))
        yield Need(
            source, target, Kind.WORDS, " ".join(word.text for word in words if source in word.sources)
        )


def _files(actions: Sequence[Action]) -> Iterator[Need]:
    """A file that was made or changed earlier, and is named again; folders do not count."""
    for target, action in enumerate(actions):
        named = {_file_name(text) for text in _texts(action.call.arguments)}
        touched = {_file_name(path) for path in action.wrote}
        for source, earlier in enumerate(actions[:target]):
            for path in sorted(earlier.wrote):
                if "." in path and (_file_name(path) in named | touched or PurePosixPath(path).stem in named):
                    yield Need(source, target, Kind.FILE, path)
        for source, earlier in enumerate(actions[:target]):
            read = {_file_name(text) for text in _texts(earlier.call.arguments)}
            for name in sorted(touched & read - {""}):
                if "." in name:
                    yield Need(source, target, Kind.FILE, name)


def _objects(calls: Sequence[Call], passed: Sequence[Passed]) -> Iterator[Need]:
    """What a server holds under a name that it gave: calls on it stay in their order."""
    held: dict[tuple[str, str], list[int]] = defaultdict(list)
    for target, each in enumerate(passed):
        for value in each.values:
            if _is_handle(value, calls, target):
                key = calls[target].server, value.text
                yield from (
                    Need(source, target, Kind.OBJECT, value.text)
                    for source in held[key]
                    if calls[source].arguments != calls[target].arguments
                )
                held[key].append(target)


def _is_handle(value: Value, calls: Sequence[Call], target: int) -> bool:
    """A value whose only source is a call of the same server that was given nothing to look for."""
    if value.asked or len(value.text) < _SHORTEST_HANDLE:
        return False
    makers = [calls[source] for source in value.sources if calls[source].server == calls[target].server]
    return any(not any(_texts(maker.arguments)) for maker in makers)


def _choices(
    calls: Sequence[Call], passed: Sequence[Passed], families: Sequence[frozenset[int]]
) -> Iterator[Need]:
    """A call that follows up some of several like calls came after all of them: they were compared."""
    for target, each in enumerate(passed):
        own = {value.text for value in each.values}
        like = {value.text for place in families[target] for value in passed[place].values}
        for group in {family for family in families[:target] if len(family) > 1 and target not in family}:
            earlier = [place for place in group if place < target]
            apart = {place: _distinct(place, group, passed) for place in earlier}
            followed = {place for place in earlier if own & apart[place]}
            by_family = {place for place in earlier if like & apart[place]}
            if followed and len(by_family) < len(earlier):
                yield from (Need(place, target, Kind.CHOICE, calls[place].name) for place in earlier)


def _distinct(place: int, group: frozenset[int], passed: Sequence[Passed]) -> set[str]:
    """What a call passes on that its siblings do not."""
    others = {value.text for other in group if other != place for value in passed[other].values}
    return {value.text for value in passed[place].values} - others


def _computed(
    calls: Sequence[Call], passed: Sequence[Passed], families: Sequence[frozenset[int]]
) -> Iterator[Need]:
    """A number that stands nowhere was worked out, from numbers that had come by then: from the result to
    which most such numbers of the call are near, or else from all."""
    for target, each in enumerate(passed):
        unknown = [value.text for value in each.all if not value.known and _is_exact(value.text)]
        numbers = {
            source: found
            for source in range(target)
            if source not in families[target] and (found := numbers_in(calls[source].result))
        }
        near = Counter(
            source for text in unknown for source in numbers if is_near(float(text), numbers[source])
        )
        best = max(near, key=lambda source: (near[source], -source), default=None)
        for text in unknown:
            likely = best is not None and is_near(float(text), numbers[best])
            sources = [best] if best is not None and likely else list(numbers)
            yield from (Need(source, target, Kind.COMPUTED, text) for source in sources)


def _seen(actions: Sequence[Action], passed: Sequence[Passed]) -> Iterator[Need]:
    """Words that stand nowhere were read off a picture; one that came from outside may be it."""
    for target, each in enumerate(passed):
        unknown = [value.text for value in each.values if not value.known and not _is_number(value.text)]
        for source in range(target):
            if unknown and _brings_picture(actions[source]):
                yield Need(source, target, Kind.SEEN, unknown[0])


def _brings_picture(action: Action) -> bool:
    pictures = [path for path in action.wrote if PurePosixPath(path).suffix.lower() in _PICTURES]
    given = {PurePosixPath(text).suffix.lower() for text in _texts(action.call.arguments)}
    return bool(pictures) and not given & _PICTURES


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()


def _is_exact(text: str) -> bool:
    """A round number is a setting: nobody worked it out."""
    return _is_number(text) and len(text.strip("-0.").replace(".", "")) > 1


def names_file(call: Call, path: str) -> bool:
    """Whether a call names a file, with or without its ending."""
    named = {_file_name(text) for text in _texts(call.arguments)}
    return _file_name(path) in named or PurePosixPath(path).stem in named


def _file_name(text: str) -> str:
    return PurePosixPath(text.replace("\\", "/")).name


def _texts(value: Any) -> Iterator[str]:
    value = parsed_arguments(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _texts(child)
