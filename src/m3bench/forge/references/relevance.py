"""Relevant calls: the answer or a file depends on them, or the request asks for what they do."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from m3bench.core import Call, Media, canonical_json, parsed_arguments
from m3bench.forge.references.dataflow import Value, find_values, is_number, plain, stands
from m3bench.forge.references.graph import CallGraph, siblings
from m3bench.forge.references.need import Kind, Need

_WORD = re.compile(r"[^\W_]+(?:[.'’-][^\W_]+)*")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_CONSTANT = re.compile(r"[a-z]+(?:_[a-z]+)+")
_PHRASE = 4
# Words for what tools do, independent of their subject.
_DOING = frozenset(
    re.findall(
        r"\w+",
        "get find search list lookup look fetch read perform compute calculate create make add by of for the "
        "all info data details detail summary current mcp",
    )
)


def used_calls(graph: CallGraph) -> set[int]:
    """Return the calls that the answer or a file depends on, and all that these need."""
    acting = {index for index, action in enumerate(graph.actions) if action.wrote or _shows(action.call)}
    acting |= graph.held
    kept = closure(acting, graph.needs)
    stated = stated_values(graph)
    kept = _covering(graph, stated, kept)
    kept |= closure(_subjects(graph) | asked_by_name(graph), graph.needs)
    kept |= closure(_confirming(graph, stated, kept), graph.needs)
    compared = set().union(*(family for family in sibling_groups(graph) if family & kept))
    return closure(kept | compared, graph.needs)


def sibling_groups(graph: CallGraph) -> list[frozenset[int]]:
    """Return for each call its siblings that were found in the same way, including itself."""
    origins = [_origins(graph, index) for index in range(len(graph.calls))]
    return [
        frozenset(other for other in family if other == index or origins[index] & origins[other])
        for index, family in enumerate(siblings(graph.calls))
    ]


def _shows(call: Call) -> bool:
    """Return whether a call returned a picture or a recording, which leaves no words in an answer."""
    return any(isinstance(part, Media) for part in (call.result.content if call.result else ()))


def closure(indexes: set[int], needs: Sequence[Need]) -> set[int]:
    """Return the calls and everything that they need."""
    reached: set[int] = set()
    waiting = set(indexes)
    while waiting:
        reached |= waiting
        sources = {need.source for need in needs if need.target in waiting and need.kind is not Kind.ORDER}
        waiting = sources - reached
    return reached


def stated_values(graph: CallGraph) -> list[Value]:
    """Return what the answer states and a call returned: names, numbers, and literal phrases.

    Values that the executor passed on earlier were known to it. Calls that another call refines do not count.
    """
    calls = graph.calls
    refined = set(refined_calls(calls))
    values = find_values(graph.answer, calls, graph.request)
    names = [value for value in values if _is_covering(value.text, graph.answer)]
    given = [canonical_json(call.arguments) for call in calls]
    stated = []
    for value in [*names, *_phrases(graph)]:
        first = next((index for index, text in enumerate(given) if _is_given(value.text, text)), len(calls))
        sources = {index for index in value.sources if index < first} - refined
        if sources and not value.asked:
            stated.append(msgspec.structs.replace(value, sources=frozenset(sources)))
    return stated


def _is_given(text: str, arguments: str) -> bool:
    """Compare with case: a capital letter may be what was looked up."""
    return re.search(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)", arguments) is not None


def _is_covering(word: str, answer: str) -> bool:
    """Return whether a word is a number or a name, and not just capitalized at the start of a sentence."""
    if is_number(word) or any(char.isdigit() for char in word) or any(map(str.isupper, word[1:])):
        return True
    inner = re.search(rf"[^\s.!?\n][^.!?\n]*?(?<!\w){re.escape(word)}(?!\w)", answer)
    return word[:1].isupper() and inner is not None


def _phrases(graph: CallGraph) -> Iterator[Value]:
    """Yield phrases of the answer that occur in results but not in the request."""
    words = [word.casefold() for word in _WORD.findall(graph.answer)]
    results = [_run_together(plain(call.result)) for call in graph.calls]
    asked = _run_together(graph.request)
    for first in range(len(words) - _PHRASE + 1):
        phrase = f" {' '.join(words[first : first + _PHRASE])} "
        sources = frozenset(index for index, text in enumerate(results) if phrase in text)
        if sources and phrase not in asked:
            yield Value(phrase.strip(), sources)


def _run_together(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _covering(graph: CallGraph, stated: Sequence[Value], kept: set[int]) -> set[int]:
    """Return the fewest calls that cover all that the answer states; earlier calls win ties."""
    chosen = set(kept)
    open_ = [value.sources for value in stated]
    while open_ := [sources for sources in open_ if not sources & chosen]:
        gains = Counter(index for sources in open_ for index in sources)
        best = max(sorted(gains), key=gains.__getitem__)
        chosen |= closure({best}, graph.needs)
    return chosen


def _confirming(graph: CallGraph, stated: Sequence[Value], kept: set[int]) -> set[int]:
    """Return calls that repeat what the answer states, if no sibling is kept: a closer look at a finding."""
    saying = {index for value in stated for index in value.sources}
    families = siblings(graph.calls)
    return {index for index in saying if not families[index] & kept}


def refined_calls(calls: Sequence[Call]) -> dict[int, int]:
    """Return calls that a later call refines: the same tool with all their arguments, and more."""
    return {
        index: better
        for index, call in enumerate(calls)
        for better, other in enumerate(calls)
        if other.name == call.name and _is_part(call, other)
    }


def _is_part(call: Call, other: Call) -> bool:
    fewer, more = parsed_arguments(call.arguments) or {}, parsed_arguments(other.arguments)
    if not (isinstance(fewer, dict) and isinstance(more, dict)) or len(fewer) >= len(more):
        return False
    return all(key in more and more[key] == value for key, value in fewer.items())


def _subjects(graph: CallGraph) -> set[int]:
    """Return calls that are the only ones about something that the answer mentions."""
    about: dict[str, list[int]] = defaultdict(list)
    for index, passed in enumerate(graph.passed):
        for word in {word for value in passed.values for word in (value.text, *_schema_words(value.text))}:
            about[word].append(index)
    return {indexes[0] for text, indexes in about.items() if len(indexes) == 1 and stands(text, graph.answer)}


def _schema_words(text: str) -> list[str]:
    """Return the words of a constant such as upgrades_downgrades."""
    return [word for word in text.split("_") if len(word) >= _PHRASE] if _CONSTANT.fullmatch(text) else []


def asked_by_name(graph: CallGraph) -> set[int]:
    """Return calls of tools whose specific words all occur in the request, if the calls are siblings."""
    groups: dict[str, list[int]] = defaultdict(list)
    refined = refined_calls(graph.calls)
    for index, call in enumerate(graph.calls):
        if index not in refined:
            groups[call.name].append(index)
    request = {_stem(word) for word in _WORD.findall(graph.request)}
    families = siblings(graph.calls)
    asked: set[int] = set()
    for name, group in groups.items():
        words = name_words(name)
        if words and words <= request and len({families[index] for index in group}) == 1:
            asked |= set(group)
    return asked


def name_words(name: str) -> set[str]:
    """Return the stems of the words that name the subject of a tool."""
    tool = name.partition("/")[2]
    return {_stem(word) for word in _CAMEL.findall(tool) if word.casefold() not in _DOING}


def _stem(word: str) -> str:
    folded = word.casefold()
    return folded if len(folded) <= len("abc") or folded.endswith("ss") else folded.removesuffix("s")


def _origins(graph: CallGraph, index: int) -> set[object]:
    """Return the tools that a call's own values come from. Siblings with a common one were found alike."""
    values = [value for value in graph.passed[index].all if not value.given]
    alike = {need.source for need in graph.needs if need.target == index and need.kind is Kind.ALIKE}
    sources = alike | {source for value in values for source in value.sources}
    return {graph.actions[source].call.name for source in sources} or {
        "asked" if graph.passed[index].values and not values else None
    }
