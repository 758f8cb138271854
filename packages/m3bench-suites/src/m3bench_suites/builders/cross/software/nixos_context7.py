"""NixOS and Context7: releases of packages against the versions of their manuals."""

from __future__ import annotations

from datetime import date
from functools import partial

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    read_docs,
    read_library,
    snippets,
)
from m3bench_suites.builders.cross.software._shared.nix import (
    ALL,
    FIND,
    HISTORY,
    INFO,
    OLD,
    PACKAGES,
    TOPICS,
    place_of,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader,
    pluck,
    require,
    require_lead,
    rows,
    solution,
    stated,
    together,
    validation,
)


def _read(library: str, version: str, topic: str, *uses: CallResult) -> PlannedCall:
    return call(DOCS, *uses, context7CompatibleLibraryID=f"{library}/v{version}", topic=topic)


def _pins(draw: TaskDraw) -> TaskSpec:
    topic = tuple(TOPICS)[draw.number // 2 % len(TOPICS)]
    names = draw.sample(TOPICS[topic], 5, "names")
    return TaskSpec(
        words={"names": join(names), "topic": topic, "old": OLD}, plans=(partial(_pins_plan, topic, names),)
    )


def _pins_plan(topic: str, names: list[str]) -> Plan:
    answers = yield from together(
        (call(RESOLVE, libraryName=name) for name in names),
        (call(HISTORY, package_name=PACKAGES[name], limit=1) for name in names),
    )
    index, history = (dict(zip(names, group, strict=True)) for group in answers)
    known = {name: read_library(index[name].text).versions[0] for name in names}
    newest = {name: history[name].data["versions"][0] for name in names}
    stale = [name for name in names if known[name] != newest[name]["version"]]
    require(stale, "no manual is behind.")
    dated = yield [
        call(FIND, index[name], history[name], package_name=PACKAGES[name], version=known[name])
        for name in stale
    ]
    released = pluck(stale, dated, "date")
    days = {name: _days_between(released[name], newest[name]["date"]) for name in stale}
    worst = leader(days, 1)
    package, library = PACKAGES[worst], read_library(index[worst].text).id
    (stable,) = yield [call(INFO, *dated, name=package, channel="stable")]
    held = stable.data["version"]
    pinned, then, now = yield [
        call(FIND, stable, package_name=package, version=held),
        _read(library, held, topic, stable, index[worst]),
        _read(library, newest[worst]["version"], topic, *dated, index[worst], history[worst]),
    ]
    listed_day = released[worst]
    require(pinned.data["date"] != listed_day, "stable has the version of the index.")
    older = pinned.data["date"] < listed_day
    uses = (pinned, *dated)
    fields = yield from (
        _old_channel(package, library, topic, index[worst], *uses)
        if older
        else _indexed(library, dated[stale.index(worst)], topic, *uses, index[worst])
    )
    return solution(
        {
            "behind": rows(_behind(name, known[name], newest[name]["version"]) for name in stale),
            "worst": stated(worst),
            "days": computed(days[worst], (newest[worst]["date"], listed_day)),
            "stable_version": stated(held),
            "stable_date": stated(pinned.data["date"]),
            "stable_snippets": snippets(read_docs(then.text)),
            "newest_snippets": snippets(read_docs(now.text)),
            **fields,
        },
        branches=[
            branch(
                "the stable version was released before the one in the index",
                holds=older,
                met={"tools": [INFO], "values": [OLD]},
                unmet={"tools": [DOCS], "values": [f"{library}/v{known[worst]}"]},
            )
        ],
        validations=[validation("the newest version of a library", (RESOLVE, HISTORY), names, stale)],
    )


def _days_between(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _behind(library: str, index: str, package: str) -> dict[str, Expected]:
    """Return a record of the newest version of a library by its index and by its package."""
    return {
        "library": stated(library),
        "index": stated(index, also=(f"v{index}",)),
        "package": stated(package),
    }


def _old_channel(
    package: str, library: str, topic: str, index: CallResult, *uses: CallResult
) -> Steps[dict[str, Expected]]:
    """Look at the version of the old channel: its commit, and its documentation."""
    (old,) = yield [call(INFO, *uses, name=package, channel=OLD)]
    version = old.data["version"]
    commit, manual = yield [
        call(FIND, old, package_name=package, version=version),
        _read(library, version, topic, old, index),
    ]
    return {
        "version": stated(version),
        "commit": stated(commit.data["commit"]),
        "snippets": snippets(read_docs(manual.text)),
    }


def _indexed(library: str, found: CallResult, topic: str, *uses: CallResult) -> Steps[dict[str, Expected]]:
    """Look at the version of the index: its commit, and its documentation."""
    version = found.data["version"]
    (manual,) = yield [_read(library, version, topic, *uses)]
    return {
        "version": stated(version, also=(f"v{version}",)),
        "commit": stated(found.data["commit"]),
        "snippets": snippets(read_docs(manual.text)),
    }


def _growth(draw: TaskDraw) -> TaskSpec:
    topic = draw.turn(tuple(TOPICS), "growth")
    names = draw.sample(TOPICS[topic], 4, "grown")
    return TaskSpec(
        words={"names": join(names), "topic": topic, "old": OLD}, plans=(partial(_growth_plan, topic, names),)
    )


def _growth_plan(topic: str, names: list[str]) -> Plan:
    old = yield [call(INFO, name=PACKAGES[name], channel=OLD) for name in names]
    histories = yield [call(HISTORY, package_name=PACKAGES[name], limit=ALL) for name in names]
    held = pluck(names, old, "version")
    releases = pluck(names, histories, "versions")
    later = {name: releases[name][: place_of(releases[name], held[name])] for name in names}
    require_lead([len(later_rows) for later_rows in later.values()], 1)
    most = max(names, key=lambda name: len(later[name]))
    package, fresh = PACKAGES[most], later[most]
    (index,) = yield [call(RESOLVE, *old, *histories, libraryName=most)]
    library = read_library(index.text).id
    then, now = yield [
        _read(library, held[most], topic, index, old[names.index(most)]),
        _read(library, fresh[0]["version"], topic, index, histories[names.index(most)]),
    ]
    count = read_docs(now.text).count
    grown = count > read_docs(then.text).count
    if grown:
        between = yield [
            _read(library, row["version"], topic, index, then, now, histories[names.index(most)])
            for row in fresh[1:]
        ]
        counts = [count, *(read_docs(result.text).count for result in between)]
        full = [row for row, item in zip(fresh, counts, strict=True) if item == count][-1]
        wanted, uses = full["version"], (now, *between)
    else:
        (stable,) = yield [call(INFO, then, now, name=package, channel="stable")]
        wanted, uses = stable.data["version"], (stable,)
    final = [call(FIND, *uses, package_name=package, version=wanted)]
    pinned, *more = yield (final if grown else [*final, _read(library, wanted, topic, index, stable)])
    before, after = read_docs(then.text), read_docs(now.text)
    docs = read_docs(more[0].text) if more else after
    return solution(
        {
            "most": stated(most),
            "releases": computed(len(fresh), [row["version"] for row in fresh]),
            "all_releases": computed(
                sum(map(len, later.values())),
                [row["version"] for later_rows in later.values() for row in later_rows],
            ),
            "snippets_then": computed(before.count, before.titles),
            "snippets_now": computed(after.count, after.titles),
            "version": stated(wanted),
            "date": stated(pinned.data["date"]),
            "snippets": computed(docs.count, docs.titles),
            "commit": stated(pinned.data["commit"]),
        },
        branches=[
            branch(
                f"the newest release has more snippets on {topic} than that of channel {OLD}",
                holds=grown,
                met={"tools": [DOCS], "values": [f"{library}/v{row['version']}" for row in fresh[1:]]},
                unmet={"tools": [INFO], "values": ["stable"]},
            )
        ],
    )


FAMILY = cross_family(
    number=85,
    name="nixos_context7",
    title="NixOS and Context7",
    servers=("NixOS", "Context7"),
    tasks=(_pins, _growth),
)
