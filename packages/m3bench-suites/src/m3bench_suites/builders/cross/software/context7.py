"""Context7 alone: how much is documented, in which version."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    Listed,
    read_docs,
    read_libraries,
    read_library,
)
from m3bench_suites.builders.fields import code, named, number, records
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_QUERY = "JavaScript frontend framework"
_ROUTING, _STATE, _ADVANCED = "routing", "state management", "advanced patterns"
_LIBRARIES = ("Tidalq", "Brassbus", "Ferrycache", "Pathfold", "Ledgerkit", "Acornhttp")
_TOPICS = ("configuration", "retries", "scheduling", "caching", "advanced patterns")
_FEWEST = 4

_STALE = records(
    "stale",
    "libraries whose current pages are not of the newest version in the index",
    named("library", "the library"),
    code("index", "the newest version in the index"),
    code("pages", "the version of the current pages"),
)
_BY_VERSION = (code("version", "the version"), number("snippets", "its number of snippets"))


def _read(library: Listed, topic: str, *uses: CallResult, version: str = "") -> PlannedCall:
    name = f"{library.id}/v{version}" if version else library.id
    return call(DOCS, *uses, context7CompatibleLibraryID=name, topic=topic)


def _frameworks(draw: TaskDraw) -> TaskSpec:
    some = draw.whole(3, 4, "some")

    def plan() -> Plan:
        (index,) = yield [call(RESOLVE, libraryName=_QUERY)]
        libraries = read_libraries(index.text)
        require(len(libraries) >= _FEWEST, "few libraries were found.")
        pages = yield [_read(library, _ROUTING, index) for library in libraries]
        routing = {one.id: read_docs(each.text) for one, each in zip(libraries, pages, strict=True)}
        ranked = sorted(libraries, key=lambda one: -routing[one.id].count)
        best = ranked[:some]
        more = yield [_read(library, _STATE, index, *pages) for library in best]
        state = {one.id: read_docs(each.text).count for one, each in zip(best, more, strict=True)}
        both = {one.id: state[one.id] + routing[one.id].count for one in best}
        winner = max(best, key=lambda one: both[one.id])
        second = max((one for one in best if one is not winner), key=lambda one: both[one.id])
        is_state = 3 * state[winner.id] >= routing[winner.id].count
        followed, topic = (winner, _STATE) if is_state else (second, _ROUTING)
        advanced, *past = yield [
            _read(winner, _ADVANCED, index, *pages, *more),
            *(_read(followed, topic, index, *pages, *more, version=each) for each in followed.versions),
        ]
        counts = {each: read_docs(page.text) for each, page in zip(followed.versions, past, strict=True)}
        fullest = max(docs.count for docs in counts.values())
        early = [version for version, docs in counts.items() if docs.count == fullest][-1]
        (last,) = yield [_read(followed, _ADVANCED, index, *past, version=early)]
        after = read_docs(last.text)
        stale = [one for one in libraries if one.versions[0] != routing[one.id].version]
        numbers = rows(
            {
                "version": stated(version, also=(f"v{version}",)),
                "snippets": computed(docs.count, docs.titles),
            }
            for version, docs in counts.items()
        )
        return solution(
            {
                "stale": _stale_rows(stale, {one.id: routing[one.id].version for one in stale}),
                "winner": stated(winner.title, also=(winner.id,)),
                "routing": computed(routing[winner.id].count, routing[winner.id].titles),
                "state": computed(state[winner.id], (winner.title,)),
                "advanced": computed(read_docs(advanced.text).count, read_docs(advanced.text).titles),
                "earliest_full": stated(early, also=(f"v{early}",)),
                "earliest_advanced": computed(after.count, after.titles),
                "state_by_version": numbers if is_state else NOTHING,
                "routing_by_version": NOTHING if is_state else numbers,
            },
            branches=[
                branch(
                    "the winner has at least a third as many snippets on state management as on routing",
                    holds=is_state,
                    met={"tools": [DOCS], "values": [f"{winner.id}/v{each}" for each in winner.versions]},
                    unmet={"tools": [DOCS], "values": [f"{second.id}/v{each}" for each in second.versions]},
                )
            ],
            validations=[
                validation(
                    "the newest version of a library",
                    (RESOLVE, DOCS),
                    (one.title for one in libraries),
                    (one.title for one in stale),
                )
            ],
        )

    return TaskSpec(words={"some": some}, plans=(plan,))


def _eras(draw: TaskDraw) -> TaskSpec:
    chosen = draw.sample(_LIBRARIES, 5, "libraries")
    topic, other = draw.sample(_TOPICS, 2, "topics")
    many = 2

    def plan() -> Plan:
        index = yield [call(RESOLVE, libraryName=name) for name in chosen]
        libraries = [read_library(each.text) for each in index]
        pages = yield [_read(one, topic, each) for one, each in zip(libraries, index, strict=True)]
        now = {one.id: read_docs(each.text) for one, each in zip(libraries, pages, strict=True)}
        early = yield [
            _read(one, topic, each, version=one.versions[-1])
            for one, each in zip(libraries, index, strict=True)
        ]
        then = {one.id: read_docs(each.text) for one, each in zip(libraries, early, strict=True)}
        require_lead([docs.count for docs in now.values()], 1)
        most = max(libraries, key=lambda one: now[one.id].count)
        place = libraries.index(most)
        added = now[most.id].count - then[most.id].count
        grown = added >= many
        between = [each for each in most.versions[:-1] if each != now[most.id].version]
        require(between, "there is no version in between.")
        uses = (index[place], *pages, early[place])
        if grown:
            last = yield [_read(most, topic, *uses, version=each) for each in between]
        else:
            last = yield [_read(most, other, *uses), _read(most, other, *uses, version=most.versions[-1])]
        counts = [read_docs(each.text) for each in last]
        fullest = max(docs.count for docs in counts)
        since = [docs.version for docs in counts if docs.count == fullest][-1] if grown else ""
        after: Sequence[CallResult] = ()
        if grown:
            after = yield [_read(most, other, *last, version=since)]
        aside = [read_docs(each.text) for each in after]
        stale = [one for one in libraries if one.versions[0] != now[one.id].version]
        return solution(
            {
                "stale": _stale_rows(stale, {one.id: now[one.id].version for one in stale}),
                "most": stated(most.title, also=(most.id,)),
                "snippets": computed(now[most.id].count, now[most.id].titles),
                "then": computed(
                    sum(docs.count for docs in then.values()), [f"v{docs.version}" for docs in then.values()]
                ),
                "now": computed(
                    sum(docs.count for docs in now.values()), [f"v{docs.version}" for docs in now.values()]
                ),
                "added": computed(added, (*now[most.id].titles, *then[most.id].titles)),
                "between": rows(
                    {
                        "version": stated(version, also=(f"v{version}",)),
                        "snippets": computed(docs.count, docs.titles),
                    }
                    for version, docs in zip(between, counts, strict=True)
                )
                if grown
                else NOTHING,
                "fullest": stated(since, also=(f"v{since}",)) if grown else NOTHING,
                "fullest_other": computed(aside[0].count, aside[0].titles) if grown else NOTHING,
                "other_now": NOTHING if grown else computed(counts[0].count, counts[0].titles),
                "other_then": NOTHING if grown else computed(counts[-1].count, counts[-1].titles),
            },
            branches=[
                branch(
                    f"at least {many} snippets on {topic} were added to the library with the most",
                    holds=grown,
                    met={"tools": [DOCS], "values": [f"{most.id}/v{each}" for each in between]},
                    unmet={"tools": [DOCS], "values": [other]},
                )
            ],
            validations=[
                validation(
                    "the newest version of a library",
                    (RESOLVE, DOCS),
                    (one.title for one in libraries),
                    (one.title for one in stale),
                )
            ],
        )

    *most_names, last_name = chosen
    return TaskSpec(
        words={
            "names": f"{', '.join(most_names)} and {last_name}",
            "topic": topic,
            "other": other,
            "many": many,
        },
        plans=(plan,),
    )


def _stale_rows(stale: list[Listed], pages: dict[str, str]) -> Expected:
    return rows(
        {
            "library": stated(one.title, also=(one.id,)),
            "index": stated(one.versions[0], also=(f"v{one.versions[0]}",)),
            "pages": stated(pages[one.id], also=(f"v{pages[one.id]}",)),
        }
        for one in stale
    )


FAMILY = cross_family(
    number=82,
    name="context7",
    title="Context7",
    servers=("Context7",),
    tasks=(_frameworks, _eras),
)
