"""Context7 alone: how much is documented, in which version."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    Docs,
    Listed,
    read_docs,
    read_libraries,
    read_library,
    snippets,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader_of,
    require,
    rows,
    solution,
    stated,
    validation,
)

_QUERY = "JavaScript frontend framework"
_TOPIC_PAIRS = (("routing", "state management"), ("state management", "routing"))
_ADVANCED = "advanced patterns"
_LIBRARIES = ("Tidalq", "Brassbus", "Ferrycache", "Pathfold", "Ledgerkit", "Acornhttp")
_TOPICS = ("configuration", "retries", "scheduling", "caching", "advanced patterns")
_FEWEST = 4


def _read(library: Listed, topic: str, *uses: CallResult, version: str = "") -> PlannedCall:
    name = f"{library.id}/v{version}" if version else library.id
    return call(DOCS, *uses, context7CompatibleLibraryID=name, topic=topic)


def _frameworks(draw: TaskDraw) -> TaskSpec:
    some, (main, other) = draw.turn((3, 4), "some"), draw.turn(_TOPIC_PAIRS, "topics")
    return TaskSpec(
        words={"some": some, "main": main, "other": other},
        plans=(partial(_frameworks_plan, some, main, other),),
    )


def _frameworks_plan(some: int, main: str, other: str) -> Plan:
    (index,) = yield [call(RESOLVE, libraryName=_QUERY)]
    libraries = read_libraries(index.text)
    require(len(libraries) >= _FEWEST, "few libraries were found.")
    pages = yield [_read(library, main, index) for library in libraries]
    routing = {library.id: read_docs(page.text) for library, page in zip(libraries, pages, strict=True)}
    ranked = sorted(libraries, key=lambda library: -routing[library.id].count)
    best = ranked[:some]
    more = yield [_read(library, other, index, *pages) for library in best]
    state = {item.id: read_docs(result.text).count for item, result in zip(best, more, strict=True)}
    both = {library.id: state[library.id] + routing[library.id].count for library in best}
    winner = max(best, key=lambda library: both[library.id])
    second = max((library for library in best if library is not winner), key=lambda library: both[library.id])
    is_even = 3 * state[winner.id] >= routing[winner.id].count
    followed, topic = (winner, other) if is_even else (second, main)
    advanced, *past = yield [
        _read(winner, _ADVANCED, index, *pages, *more),
        *(_read(followed, topic, index, *pages, *more, version=version) for version in followed.versions),
    ]
    counts = {version: read_docs(page.text) for version, page in zip(followed.versions, past, strict=True)}
    fullest = max(docs.count for docs in counts.values())
    early = [version for version, docs in counts.items() if docs.count == fullest][-1]
    (last,) = yield [_read(followed, _ADVANCED, index, *past, version=early)]
    stale = [library for library in libraries if library.versions[0] != routing[library.id].version]
    return solution(
        {
            "stale": _stale_rows(stale, {library.id: routing[library.id].version for library in stale}),
            "winner": stated(winner.title, also=(winner.id,)),
            "main": snippets(routing[winner.id]),
            "other": computed(state[winner.id], (winner.title,)),
            "advanced": snippets(read_docs(advanced.text)),
            "earliest_full": stated(early, also=(f"v{early}",)),
            "earliest_advanced": snippets(read_docs(last.text)),
            "by_version": _version_rows(counts),
        },
        branches=[
            branch(
                f"the winner has at least a third as many snippets on {other} as on {main}",
                holds=is_even,
                met={"tools": [DOCS], "values": [f"{winner.id}/v{version}" for version in winner.versions]},
                unmet={"tools": [DOCS], "values": [f"{second.id}/v{version}" for version in second.versions]},
            )
        ],
        validations=[_checked(libraries, stale)],
    )


def _eras(draw: TaskDraw) -> TaskSpec:
    chosen = draw.sample(_LIBRARIES, 5, "libraries")
    topic, second_topic = draw.sample(_TOPICS, 2, "topics")
    many = 2
    *most_names, last_name = chosen
    return TaskSpec(
        words={
            "names": f"{', '.join(most_names)} and {last_name}",
            "topic": topic,
            "other": second_topic,
            "many": many,
        },
        plans=(partial(_eras_plan, chosen, topic, second_topic, many),),
    )


def _eras_plan(chosen: list[str], topic: str, second_topic: str, many: int) -> Plan:
    index = yield [call(RESOLVE, libraryName=name) for name in chosen]
    libraries = [read_library(result.text) for result in index]
    pages = yield [_read(library, topic, item) for library, item in zip(libraries, index, strict=True)]
    now = {library.id: read_docs(page.text) for library, page in zip(libraries, pages, strict=True)}
    early = yield [
        _read(library, topic, item, version=library.versions[-1])
        for library, item in zip(libraries, index, strict=True)
    ]
    then = {library.id: read_docs(result.text) for library, result in zip(libraries, early, strict=True)}
    most = leader_of(libraries, lambda library: now[library.id].count, 1)
    position = libraries.index(most)
    added = now[most.id].count - then[most.id].count
    grown = added >= many
    between = [version for version in most.versions[:-1] if version != now[most.id].version]
    require(between, "there is no version in between.")
    uses = (index[position], *pages, early[position])
    fields = yield from (
        _through_versions(most, topic, second_topic, between, *uses)
        if grown
        else _first_and_last(most, second_topic, *uses)
    )
    stale = [library for library in libraries if library.versions[0] != now[library.id].version]
    return solution(
        {
            "stale": _stale_rows(stale, {library.id: now[library.id].version for library in stale}),
            "most": stated(most.title, also=(most.id,)),
            "snippets": snippets(now[most.id]),
            "then": _summed(then.values()),
            "now": _summed(now.values()),
            "added": computed(added, (*now[most.id].titles, *then[most.id].titles)),
            **fields,
        },
        branches=[
            branch(
                f"at least {many} snippets on {topic} were added to the library with the most",
                holds=grown,
                met={"tools": [DOCS], "values": [f"{most.id}/v{version}" for version in between]},
                unmet={"tools": [DOCS], "values": [second_topic]},
            )
        ],
        validations=[_checked(libraries, stale)],
    )


def _through_versions(
    library: Listed, topic: str, second_topic: str, versions: list[str], *uses: CallResult
) -> Steps[dict[str, Expected]]:
    """Count the snippets of versions on a topic, and those of the earliest of the fullest on another."""
    manuals = yield [_read(library, topic, *uses, version=version) for version in versions]
    counts = {version: read_docs(manual.text) for version, manual in zip(versions, manuals, strict=True)}
    fullest = max(docs.count for docs in counts.values())
    since = [docs.version for docs in counts.values() if docs.count == fullest][-1]
    (manual,) = yield [_read(library, second_topic, *manuals, version=since)]
    return {
        "by_version": _version_rows(counts),
        "fullest": stated(since, also=(f"v{since}",)),
        "fullest_other": snippets(read_docs(manual.text)),
    }


def _first_and_last(library: Listed, topic: str, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Count the snippets of the newest and the oldest version on a topic."""
    newest, oldest = yield [
        _read(library, topic, *uses),
        _read(library, topic, *uses, version=library.versions[-1]),
    ]
    now, then = read_docs(newest.text), read_docs(oldest.text)
    fullest = then if then.count >= now.count else now
    return {
        "by_version": _version_rows({now.version: now, then.version: then}),
        "fullest": stated(fullest.version, also=(f"v{fullest.version}",)),
        "fullest_other": snippets(fullest),
    }


def _version_rows(counts: Mapping[str, Docs]) -> Expected:
    return rows(
        {"version": stated(version, also=(f"v{version}",)), "snippets": snippets(docs)}
        for version, docs in counts.items()
    )


def _summed(manuals: Collection[Docs]) -> Expected:
    return computed(sum(docs.count for docs in manuals), [f"v{docs.version}" for docs in manuals])


def _checked(libraries: Iterable[Listed], stale: Iterable[Listed]) -> dict[str, Any]:
    titles = ([library.title for library in group] for group in (libraries, stale))
    return validation("the newest version of a library", (RESOLVE, DOCS), *titles)


def _stale_rows(stale: list[Listed], pages: dict[str, str]) -> Expected:
    return rows(
        {
            "library": stated(library.title, also=(library.id,)),
            "index": stated(library.versions[0], also=(f"v{library.versions[0]}",)),
            "pages": stated(pages[library.id], also=(f"v{pages[library.id]}",)),
        }
        for library in stale
    )


FAMILY = cross_family(
    number=82, name="context7", title="Context7", servers=("Context7",), tasks=(_frameworks, _eras)
)
