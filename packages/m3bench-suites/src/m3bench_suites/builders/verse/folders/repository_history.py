"""Repository history: who changed what and when, from commits, tags and branches."""

from __future__ import annotations

import re

from m3bench.checks import Expected
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import Family, TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import GIT, git
from m3bench_suites.builders.verse.folders._shared.files import text_of
from m3bench_suites.builders.verse.folders._shared.repositories import Change, repository, revision
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, PEOPLE, PROJECTS, SERVICES


def _days(draw: TaskDraw, count: int) -> list[str]:
    """Return different days in order."""
    days = draw.sample([f"2025-{m:02d}-{d:02d}" for m in range(1, 11) for d in range(1, 29)], count, "days")
    return sorted(days)


def _author(draw: TaskDraw) -> TaskSpec:
    """A commit among many of the same kind."""
    project, days = draw.pick(PROJECTS, "project"), _days(draw, 14)
    services = draw.sample(SERVICES, 14, "services")
    limits = draw.sample(range(210, 990), 14, "limits")
    people = [draw.pick(PEOPLE, "who", i) for i in range(14)]
    messages = [f"Set the file limit of {s} to {n}" for s, n in zip(services, limits, strict=True)]
    at = draw.whole(2, 9, "at")
    messages[at] = f"Drop the limit of {services[at]}"
    changes = [
        Change(messages[i], people[i], days[i], {f"{services[i]}.txt": f"limit {limits[i]}\n"})
        for i in range(14)
    ]

    def plan() -> Plan:
        yield [git("log", project, max_count=20)]
        return Solution(
            answer=f"{people[at]} on {days[at]}; before, the limit {limits[at - 1]} was set.",
            fields={
                "author": Expected(people[at]),
                "date": Expected(days[at]),
                "limit_before": Expected(limits[at - 1]),
            },
        )

    return TaskSpec(
        words={"project": project, "message": messages[at]},
        level="L1",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes),),
        plans=(plan,),
        key_facts=(days[at],),
    )


def _tagged(draw: TaskDraw) -> TaskSpec:
    """What a tag stands for."""
    project, days = draw.pick(PROJECTS, "project"), _days(draw, 8)
    people = draw.sample(PEOPLE, 8, "people")
    sums = [f"{draw.whole(16**7, 16**8 - 1, 'sum', i):x}" for i in range(8)]
    names = [f"{city.lower()}.txt" for city in draw.sample(CITIES, 16, "names")]
    changes = [
        Change(
            "Prepare the release",
            people[i],
            days[i],
            {
                "release.txt": f"checksum {sums[i]}\n",
                **{f"src/{file}": f"{draw.pick(GOODS, i, file)}\n" for file in names[2 * i : 2 * i + 2]},
            },
        )
        for i in range(8)
    ]
    tags = {f"v1.{i}": i for i in range(8)}
    at = draw.whole(1, 6, "at")
    files = [f"src/{file}" for file in names[2 * at : 2 * at + 2]]

    def plan() -> Plan:
        yield [git("show", project, revision=f"v1.{at}")]
        return Solution(
            answer=f"{people[at]} changed {', '.join(files)} and release.txt ({sums[at]}).",
            fields={
                "author": Expected(people[at]),
                "files": listed([*files, "release.txt"]),
                "checksum": Expected(sums[at]),
            },
        )

    return TaskSpec(
        words={"project": project, "tag": f"v1.{at}"},
        level="L1",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes, tags=tags),),
        plans=(plan,),
        key_facts=(people[at], sums[at]),
    )


def _branch(draw: TaskDraw) -> TaskSpec:
    """A branch differs in one line."""
    project, branch = draw.pick(PROJECTS, "project"), draw.pick(("trial", "staging", "spring"), "branch")
    services, values = draw.sample(SERVICES, 9, "services"), draw.sample(range(1010, 9900), 11, "values")
    at, days = draw.whole(1, 7, "at"), _days(draw, 3)
    base = dict(zip(services, values, strict=False))
    ours, theirs = {**base, services[at]: values[9]}, {**base, services[at]: values[10]}
    texts = [text_of(f"{s} {v}" for s, v in limits.items()) for limits in (base, ours, theirs)]
    changes = [
        Change("Add limits", draw.pick(PEOPLE, "a"), days[0], {"limits.txt": texts[0]}),
        Change("Adapt limits", draw.pick(PEOPLE, "b"), days[1], {"limits.txt": texts[1]}),
        Change("Other limits", draw.pick(PEOPLE, "c"), days[2], {"limits.txt": texts[2]}, parents=[0]),
    ]

    def plan() -> Plan:
        yield [git("diff", project, target=branch)]
        return Solution(
            answer=f"{services[at]}: {values[9]} here, {values[10]} on {branch}.",
            fields={
                "limit": Expected(services[at]),
                "here": Expected(values[9]),
                "there": Expected(values[10]),
            },
        )

    return TaskSpec(
        words={"project": project, "branch": branch},
        level="L1",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes, branches={"main": 1, branch: 2}),),
        plans=(plan,),
        key_facts=(str(values[9]), str(values[10])),
    )


def _raised(draw: TaskDraw) -> TaskSpec:
    """Commits of the same name must be looked at one by one."""
    project, days = draw.pick(PROJECTS, "project"), _days(draw, 6)
    keys, people = draw.sample(SERVICES, 4, "keys"), draw.sample(PEOPLE, 6, "people")
    settings = dict(zip(keys, draw.sample(range(1010, 9000), 4, "start"), strict=True))
    at = draw.whole(2, 3, "at")
    texts, changed = [dict(settings)], [""]
    for turn in range(1, 6):
        key = keys[0] if turn in {1, at, 4} else keys[1 + turn % 3]
        settings[key] = draw.whole(1010, 9900, "value", turn)
        texts.append(dict(settings))
        changed.append(key)
    changes = [
        Change(
            "Tune settings" if i else "Add settings",
            people[i],
            days[i],
            {"settings.txt": text_of(f"{key} = {value}" for key, value in texts[i].items())},
        )
        for i in range(6)
    ]
    before, after = texts[at - 1][keys[0]], texts[at][keys[0]]

    def plan() -> Plan:
        (log,) = yield [git("log", project, max_count=20)]
        yield [git("show", project, log, revision=revision(log, "Tune settings", i)) for i in range(5)]
        return Solution(
            answer=f"{people[at]} on {days[at]}; it was {before} before.",
            fields={"author": Expected(people[at]), "date": Expected(days[at]), "before": Expected(before)},
        )

    return TaskSpec(
        words={"project": project, "key": keys[0], "value": after},
        level="L2",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes),),
        plans=(plan,),
        key_facts=(people[at], days[at]),
    )


def _appeared(draw: TaskDraw) -> TaskSpec:
    """A file at four tags."""
    project, days = draw.pick(PROJECTS, "project"), _days(draw, 4)
    good, *goods = draw.sample(GOODS, 7, "goods")
    first = draw.whole(1, 2, "first")
    prices = [
        {each: draw.whole(410, 9900, "price", each, v) / 100 for each in goods[: 3 + v]}
        | ({good: draw.whole(410, 9900, "wanted", v) / 100} if v >= first else {})
        for v in range(4)
    ]
    changes = [
        Change(
            f"Prices of version {v + 1}",
            draw.pick(PEOPLE, "who", v),
            days[v],
            {"prices.txt": text_of(f"{each}: {price:.2f}" for each, price in sorted(prices[v].items()))},
        )
        for v in range(4)
    ]

    def plan() -> Plan:
        yield [git("show", project, revision=f"v{v}:prices.txt") for v in range(1, 5)]
        return Solution(
            answer=f"Since v{first + 1} for {prices[first][good]:.2f} EUR; {prices[3][good]:.2f} EUR in v4.",
            fields={
                "version": Expected(f"v{first + 1}"),
                "first_price": Expected(prices[first][good]),
                "last_price": Expected(prices[3][good]),
            },
        )

    return TaskSpec(
        words={"project": project, "good": good},
        level="L2",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes, tags={f"v{v + 1}": v for v in range(4)}),),
        plans=(plan,),
        key_facts=(f"{prices[first][good]:.2f}", f"{prices[3][good]:.2f}"),
    )


def _deleted(draw: TaskDraw) -> TaskSpec:
    """A file that is gone is still in the history."""
    project, days, people = draw.pick(PROJECTS, "project"), _days(draw, 7), draw.sample(PEOPLE, 7, "people")
    files = [f"contacts/{city.lower()}.txt" for city in draw.sample(CITIES, 4, "files")]
    phones = [f"+{draw.whole(30, 98, 'land', i)} {draw.whole(100, 999, 'area', i)} {n}" for i, n in
              enumerate(draw.sample(range(20_100, 98_000), 4, "phones"))]  # fmt: skip
    texts = {file: f"{draw.pick(GOODS, file)} depot\nTelephone {phones[i]}\n" for i, file in enumerate(files)}
    at = draw.whole(0, 2, "at")
    changes = [Change("Add contacts", people[6], days[0], dict(texts))]
    for i in range(3):
        note = {"notes.txt": f"{draw.pick(GOODS, 'note', i)}\n"}
        changes.append(Change("Add notes", people[3 + i], days[1 + 2 * i], note))
        changes.append(Change("Clean up", people[i], days[2 + 2 * i] if i < 2 else days[6], {files[i]: None}))
    when = changes[2 + 2 * at].day
    digits = re.sub(r"\D", "", phones[at])

    def plan() -> Plan:
        (log,) = yield [git("log", project, max_count=20)]
        yield [git("show", project, log, revision=revision(log, "Clean up", i)) for i in range(3)]
        return Solution(
            answer=f"{people[at]} on {when}; the number was {phones[at]}.",
            fields={
                "deleted_by": Expected(people[at]),
                "date": Expected(when),
                "telephone": Expected(phones[at], also=(digits, f"+{digits}")),
            },
        )

    return TaskSpec(
        words={"project": project, "file": files[at]},
        level="L2",
        kind="retrieval",
        servers=(GIT,),
        files=(repository(project, changes),),
        plans=(plan,),
        key_facts=(phones[at], when),
    )


FAMILY = Family(
    number=45,
    name="repository_history",
    title="Repository history",
    goal="Find out who changed what and when, from commits, tags and branches.",
    tasks=(_author, _tagged, _branch, _raised, _appeared, _deleted),
    kind="operation",
    time_sensitive=False,
)
