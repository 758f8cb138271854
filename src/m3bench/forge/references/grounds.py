"""Dependencies without a single value: files, server-side objects, choices, pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from m3bench.core import Call, parsed_arguments
from m3bench.forge.leaves import named_leaves, scalars
from m3bench.forge.references.dataflow import PassedValues, Value, is_number
from m3bench.forge.references.need import Action, Kind, Need

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"})
_SHORTEST_HANDLE = 6


def file_needs(actions: Sequence[Action]) -> Iterator[Need]:
    """Yield dependencies on files that an earlier call wrote and a later call names; folders do not count.

    A call that only reads a file precedes calls that change it, but is not needed by them.
    """
    for target, action in enumerate(actions):
        named = {_file_name(text) for text in texts_of(action.call.arguments)}
        touched = {_file_name(path) for path in action.wrote}
        for source, earlier in enumerate(actions[:target]):
            written = [path for path in sorted(earlier.wrote) if "." in path]
            for path in written:
                if _file_name(path) in named | touched or PurePosixPath(path).stem in named:
                    yield Need(source, target, Kind.FILE, path)
            read = {_file_name(text) for text in texts_of(earlier.call.arguments)}
            read -= {_file_name(path) for path in written}
            for name in sorted(touched & read - {""}):
                if "." in name:
                    yield Need(source, target, Kind.ORDER, name)


def held_objects(calls: Sequence[Call], passed: Sequence[PassedValues]) -> dict[tuple[str, str], list[int]]:
    """Return server-side objects by server and handle, with the calls that use them."""
    handles: dict[tuple[str, str], list[int]] = defaultdict(list)
    for target, own in enumerate(passed):
        for value in own.values:
            if _is_handle(value, calls, target):
                handles[calls[target].server, value.text].append(target)
    return handles


def object_needs(
    actions: Sequence[Action], handles: dict[tuple[str, str], list[int]], *, strict: bool
) -> Iterator[Need]:
    """Yield dependencies between calls on the same object.

    One call saves what others made, or refers to its number. With `strict`, all such calls keep their order.
    """
    for (_, handle), places in handles.items():
        numbered = _numbered(actions, places)
        for index, target in enumerate(places):
            for source in places[:index]:
                if actions[source].call.arguments == actions[target].call.arguments:
                    continue
                if strict or _bound(actions, source, target, numbered):
                    yield Need(source, target, Kind.OBJECT, handle)


def _bound(actions: Sequence[Action], source: int, target: int, numbered: set[int]) -> bool:
    saves = bool(actions[source].wrote or actions[target].wrote)
    counted = source in numbered and actions[source].call.name == actions[target].call.name
    return saves or counted or _names_number(actions[source].call, actions[target].call)


def _numbered(actions: Sequence[Action], places: Sequence[int]) -> set[int]:
    """Return the calls whose results number what they created, if others refer to the number."""
    return {
        source
        for source in places
        for target in places
        if source < target and _names_number(actions[source].call, actions[target].call)
    }


def _names_number(source: Call, target: Call) -> bool:
    given = set(scalars(parsed_arguments(source.arguments)))
    brought = {leaf for leaf in named_leaves(source.result) - given if is_number(leaf[1])}
    return bool(brought & set(scalars(parsed_arguments(target.arguments))))


def _is_handle(value: Value, calls: Sequence[Call], target: int) -> bool:
    """Return whether a value comes only from calls to the same server without text arguments."""
    if value.given or len(value.text) < _SHORTEST_HANDLE:
        return False
    makers = [calls[source] for source in value.sources if calls[source].server == calls[target].server]
    return any(not any(texts_of(maker.arguments)) for maker in makers)


def choice_needs(
    calls: Sequence[Call], passed: Sequence[PassedValues], families: Sequence[frozenset[int]]
) -> Iterator[Need]:
    """Yield dependencies of a call that follows up some of several like calls: it compared all of them."""
    for target in range(len(calls)):
        for group in {family for family in families[:target] if len(family) > 1 and target not in family}:
            earlier = [index for index in group if index < target]
            if _is_chain(group, passed):
                continue
            followed = {index for index in earlier if _follows(target, index, group, passed)}
            by_family = {
                index
                for index in earlier
                if any(_follows(other, index, group, passed) for other in families[target])
            }
            if followed and len(by_family) < len(earlier):
                yield from (Need(index, target, Kind.CHOICE, calls[index].name) for index in earlier)


def _is_chain(group: frozenset[int], passed: Sequence[PassedValues]) -> bool:
    """Return whether like calls build on each other's results, so they are not alternatives."""
    about = [{value.text.casefold() for value in own.all} for own in passed]
    for index in group:
        sources = {source for value in passed[index].all if not value.given for source in value.sources}
        things = set().union(*(about[other] for other in group - {index})) - about[index]
        if sources & group or any(about[source] & things for source in sources):
            return True
    return False


def _follows(target: int, index: int, group: frozenset[int], passed: Sequence[PassedValues]) -> bool:
    """Return whether a call is about what only one of its siblings was about, or returned."""
    others = {value.text.casefold() for other in group if other != index for value in passed[other].all}
    about = {value.text.casefold() for value in passed[index].all} - others
    return any(
        value.text.casefold() in about or (not value.given and value.sources == {index})
        for value in passed[target].all
    )


def seen_needs(actions: Sequence[Action], passed: Sequence[PassedValues]) -> Iterator[Need]:
    """Yield dependencies on downloaded pictures, for words found in no result: they may be read off one."""
    for target, own in enumerate(passed):
        unknown = [value.text for value in own.values if not value.known and not is_number(value.text)]
        for source in range(target):
            if unknown and _brings_picture(actions[source]):
                yield Need(source, target, Kind.SEEN, unknown[0])


def _brings_picture(action: Action) -> bool:
    pictures = [path for path in action.wrote if PurePosixPath(path).suffix.lower() in _PICTURES]
    return bool(pictures) and not looks_at_picture(action.call)


def looks_at_picture(call: Call) -> bool:
    """Return whether a call has a picture among its arguments."""
    return any(PurePosixPath(text).suffix.lower() in _PICTURES for text in texts_of(call.arguments))


def names_file(call: Call, path: str) -> bool:
    """Return whether a call names a file, with or without extension."""
    named = {_file_name(text) for text in texts_of(call.arguments)}
    return _file_name(path) in named or PurePosixPath(path).stem in named


def _file_name(text: str) -> str:
    return PurePosixPath(text.replace("\\", "/")).name


def texts_of(value: Any) -> Iterator[str]:
    value = parsed_arguments(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for child in value.values() if isinstance(value, dict) else value:
            yield from texts_of(child)
