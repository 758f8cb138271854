"""Which calls are used: the answer rests on them, a file does, or the request asks for what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Call, Media, canonical_json, parsed_arguments
from m3bench.forge.references.need import Kind, Need
from m3bench.forge.references.needs import CallGraph, siblings
from m3bench.forge.references.tracing import Value, is_number, plain, said_in

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_CONSTANT = re.compile(r"[a-z]+(?:_[a-z]+)+")
_PHRASE = 4
# What tools do, whatever they are about.
_DOING = frozenset(
    re.findall(
        r"\w+",
        "get find search list lookup look fetch read perform compute calculate create make add by of for the "
        "all info data details detail summary current mcp",
    )
)


def used(graph: CallGraph) -> set[int]:
    """What the answer or a file of the workspace rests on, and all that this needs in turn."""
    acting = {place for place, action in enumerate(graph.actions) if action.wrote or _shows(action.call)}
    acting |= graph.held
    kept = closure(acting, graph.needs)
    told = told_by(graph)
    kept = _telling(graph, told, kept)
    kept |= closure(_subjects(graph) | asked_by_name(graph), graph.needs)
    kept |= closure(_confirming(graph, told, kept), graph.needs)
    compared = set().union(*(family for family in alike_families(graph) if family & kept))
    return closure(kept | compared, graph.needs)


def alike_families(graph: CallGraph) -> list[frozenset[int]]:
    """For each call its siblings that were found in the same way, itself among them."""
    return [
        frozenset(other for other in family if other == place or _alike(graph, place, other))
        for place, family in enumerate(siblings(graph.calls))
    ]


def _shows(call: Call) -> bool:
    """Whether a call brought a picture or a recording, of which no word stands in an answer."""
    return any(isinstance(part, Media) for part in (call.result.content if call.result else ()))


def closure(places: set[int], needs: Sequence[Need]) -> set[int]:
    """The calls, and all that they need in turn."""
    found: set[int] = set()
    waiting = set(places)
    while waiting:
        found |= waiting
        waiting = {
            need.source for need in needs if need.target in waiting and need.kind is not Kind.ORDER
        } - found
    return found


def told_by(graph: CallGraph) -> list[Value]:
    """What the answer says and a call brought: names, numbers, and phrases word for word. What the executor
    passed on before was known to it, and calls that another makes more exactly say nothing of their own."""
    calls = graph.calls
    refined = set(refined_calls(calls))
    names = [
        value
        for value in said_in(graph.answer, calls, graph.request)
        if _is_telling(value.text, graph.answer)
    ]
    given = [canonical_json(call.arguments) for call in calls]
    found = []
    for value in [*names, *_phrases(graph)]:
        first = next((place for place, text in enumerate(given) if _is_given(value.text, text)), len(calls))
        sources = {place for place in value.sources if place < first} - refined
        if sources and not value.asked:
            found.append(msgspec.structs.replace(value, sources=frozenset(sources)))
    return found


def _is_given(text: str, arguments: str) -> bool:
    """In the same spelling: a capital letter may be what was looked up."""
    return re.search(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)", arguments) is not None


def _is_telling(word: str, answer: str) -> bool:
    """Numbers, and names: words with a capital letter or a digit that does not come from a sentence's
    beginning."""
    if is_number(word) or any(char.isdigit() for char in word) or any(map(str.isupper, word[1:])):
        return True
    inner = re.search(rf"[^\s.!?\n][^.!?\n]*?(?<!\w){re.escape(word)}(?!\w)", answer)
    return word[:1].isupper() and inner is not None


def _phrases(graph: CallGraph) -> Iterator[Value]:
    """Runs of words in the answer that stand so in results, and not in the request."""
    words = [word.casefold() for word in _WORD.findall(graph.answer)]
    said = [_run_together(plain(call.result)) for call in graph.calls]
    asked = _run_together(graph.request)
    for first in range(len(words) - _PHRASE + 1):
        phrase = f" {' '.join(words[first : first + _PHRASE])} "
        sources = frozenset(place for place, text in enumerate(said) if phrase in text)
        if sources and phrase not in asked:
            yield Value(phrase.strip(), sources)


def _run_together(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _telling(graph: CallGraph, told: Sequence[Value], kept: set[int]) -> set[int]:
    """The fewest calls that say all that the answer says; of those that say as much, the earlier one."""
    chosen = set(kept)
    open_ = [value.sources for value in told]
    while open_ := [sources for sources in open_ if not sources & chosen]:
        gains = {place: sum(place in sources for sources in open_) for place in set().union(*open_)}
        best = max(sorted(gains), key=lambda place: gains[place])
        chosen |= closure({best}, graph.needs)
    return chosen


def _confirming(graph: CallGraph, told: Sequence[Value], kept: set[int]) -> set[int]:
    """Calls that say again what the answer says, where no call like them is kept: what was found is looked at
    more closely."""
    saying = {place for value in told for place in value.sources}
    families = siblings(graph.calls)
    return {place for place in saying if not families[place] & kept}


def refined_calls(calls: Sequence[Call]) -> dict[int, int]:
    """Calls that another of the same tool makes more exactly: with all their arguments, and further ones."""
    return {
        place: better
        for place, call in enumerate(calls)
        for better, other in enumerate(calls)
        if other.name == call.name and _is_part(call, other)
    }


def _is_part(call: Call, other: Call) -> bool:
    fewer, more = parsed_arguments(call.arguments) or {}, parsed_arguments(other.arguments)
    if not (isinstance(fewer, dict) and isinstance(more, dict)) or len(fewer) >= len(more):
        return False
    return all(key in more and more[key] == value for key, value in fewer.items())


def _subjects(graph: CallGraph) -> set[int]:
    """Calls that alone were about something that the answer speaks of."""
    about: dict[str, list[int]] = {}
    for place, passed in enumerate(graph.passed):
        words = {word for value in passed.values for word in (value.text, *_schema_words(value.text))}
        for word in words:
            about.setdefault(word, []).append(place)
    return {places[0] for text, places in about.items() if len(places) == 1 and _stands(text, graph.answer)}


def _schema_words(text: str) -> list[str]:
    """Those of a constant such as upgrades_downgrades."""
    return [word for word in text.split("_") if len(word) >= _PHRASE] if _CONSTANT.fullmatch(text) else []


def asked_by_name(graph: CallGraph) -> set[int]:
    """Calls of tools all of whose telling words stand in the request, where they are all alike."""
    places: dict[str, list[int]] = {}
    refined = refined_calls(graph.calls)
    for place, call in enumerate(graph.calls):
        if place not in refined:
            places.setdefault(call.name, []).append(place)
    request = {_stem(word) for word in _WORD.findall(graph.request)}
    families = siblings(graph.calls)
    found: set[int] = set()
    for name, group in places.items():
        words = name_words(name)
        if words and words <= request and len({families[place] for place in group}) == 1:
            found |= set(group)
    return found


def name_words(name: str) -> set[str]:
    """The words of a tool's name that say what it is about, as stems."""
    tool = name.partition("/")[2]
    return {_stem(word) for word in _CAMEL.findall(tool) if word.casefold() not in _DOING}


def _stem(word: str) -> str:
    folded = word.casefold()
    return folded if len(folded) <= len("abc") or folded.endswith("ss") else folded.removesuffix("s")


def _stands(text: str, within: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", within, re.IGNORECASE) is not None


def _alike(graph: CallGraph, place: int, other: int) -> bool:
    """Siblings that were found in the same way: the values in which they differ have the same origin."""
    return bool(_origins(graph, place) & _origins(graph, other))


def _origins(graph: CallGraph, place: int) -> set[object]:
    values = [value for value in graph.passed[place].all if not value.given]
    alike = {need.source for need in graph.needs if need.target == place and need.kind is Kind.ALIKE}
    sources = alike | {source for value in values for source in value.sources}
    return {graph.actions[source].call.name for source in sources} or {
        "asked" if graph.passed[place].values and not values else None
    }
