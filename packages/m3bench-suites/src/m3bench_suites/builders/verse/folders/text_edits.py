"""Text edits: change exact lines of settings, change logs, rosters and manuals."""

from __future__ import annotations

from m3bench.checks import Expected, TextFile
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec, computed, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import EDITOR
from m3bench_suites.builders.verse.folders._shared.editor import Page, edit_lines, read_pages, rewrite
from m3bench_suites.builders.verse.folders._shared.files import only_changed, text_file, text_of
from m3bench_suites.builders.verse.folders._shared.words import (
    CITIES,
    GOODS,
    HOSTS,
    PEOPLE,
    PROJECTS,
    SERVICES,
)


def _setting(draw: TaskDraw) -> TaskSpec:
    """One key of one section; other sections have the same key."""
    file = draw.pick(("service.ini", "runtime.ini", "deploy/limits.ini"), "file")
    key = draw.pick(("timeout_ms", "queue_limit", "cache_kb"), "key")
    sections = draw.sample(SERVICES, 5, "sections")
    *values, new = draw.sample(range(1100, 9900, 7), 6, "values")
    wanted = draw.whole(1, 3, "wanted")
    lines: list[str] = []
    for section, value, port in zip(sections, values, range(8000, 8100, 11), strict=False):
        lines += [f"[{section}]", f"port = {port}", f"{key} = {value}", "retries = 3", ""]
    at = 5 * wanted + 2
    changed = [*lines[:at], f"{key} = {new}", *lines[at + 1 :]]

    def plan() -> Plan:
        (read,) = yield [read_pages(file)]
        (page,) = Page.all_of([file], read)
        yield [rewrite((page, text_of(changed)))]
        return Solution(
            answer=f"{key} was {values[wanted]} in line {at + 1} and is now {new}.",
            fields={
                "previous": Expected(values[wanted]),
                "line": Expected(at + 1, grounds=(values[wanted],)),
            },
            checks=(TextFile(file, lines=tuple(changed)), only_changed(file)),
        )

    return TaskSpec(
        level="L1",
        servers=(EDITOR,),
        words={"file": file, "key": key, "section": sections[wanted], "new": new},
        files=(text_file(file, lines),),
        plans=(plan,),
        key_facts=(str(values[wanted]),),
    )


def _change_log(draw: TaskDraw) -> TaskSpec:
    """A new entry at the end of a list that ends in the middle of the file."""
    tickets = draw.sample(range(2100, 8900), 9, "tickets")
    goods = draw.sample(GOODS, 9, "goods")
    entries = [f"- Part page of {good} (#{ticket})" for good, ticket in zip(goods, tickets, strict=True)]
    new = f"- {draw.pick(('Wrong', 'Missing', 'Doubled'), 'fault')} price of the {goods[8]} (#{tickets[8]})"
    size = draw.whole(2, 4, "fixed")
    head = [f"# Changes of {draw.pick(PROJECTS, 'project')}", "", "## Unreleased", "", "### Added"]
    head += [*entries[:2], "", "### Fixed", *entries[2 : 2 + size]]
    tail = [
        "",
        f"## {draw.whole(2, 6, 'major')}.{draw.whole(0, 9, 'minor')}.0",
        "",
        "### Fixed",
        *entries[6:8],
    ]
    changed = [*head, new, *tail]
    above = tickets[1 + size]

    def plan() -> Plan:
        (read,) = yield [read_pages("CHANGES.md")]
        (page,) = Page.all_of(["CHANGES.md"], read)
        yield [rewrite((page, text_of(changed)))]
        return Solution(
            answer=f"It follows the entry of ticket {above}; the list has {size + 1} entries.",
            fields={
                "ticket_above": Expected(above),
                "entries": Expected(size + 1, grounds=tuple(tickets[2 : 2 + size])),
            },
            checks=(TextFile("CHANGES.md", lines=tuple(changed)), only_changed("CHANGES.md")),
        )

    return TaskSpec(
        level="L1",
        servers=(EDITOR,),
        words={"new": new},
        files=(text_file("CHANGES.md", [*head, *tail]),),
        plans=(plan,),
        key_facts=(str(above),),
    )


def _access_list(draw: TaskDraw) -> TaskSpec:
    """A line goes, and its details are told."""
    hosts, people = draw.sample(HOSTS, 8, "hosts"), draw.sample(PEOPLE, 8, "people")
    addresses = [
        f"10.{draw.whole(16, 90, 'a', i)}.{draw.whole(2, 250, 'b', i)}.{17 + 9 * i}" for i in range(8)
    ]
    at = draw.whole(2, 6, "at")
    rules = [f"allow {a} {h}  # asked for by {p}" for a, h, p in zip(addresses, hosts, people, strict=True)]
    note = f"# {hosts[at]}-backup keeps its own list"
    lines = [*rules[:2], note, *rules[2:]]
    changed = [line for line in lines if line != rules[at]]

    def plan() -> Plan:
        (read,) = yield [read_pages("access.conf")]
        (page,) = Page.all_of(["access.conf"], read)
        yield [rewrite((page, text_of(changed)))]
        return Solution(
            answer=f"{hosts[at]} had {addresses[at]}; {people[at]} had asked for it.",
            fields={"address": Expected(addresses[at]), "person": Expected(people[at])},
            checks=(TextFile("access.conf", lines=tuple(changed)), only_changed("access.conf")),
        )

    return TaskSpec(
        level="L1",
        servers=(EDITOR,),
        words={"host": hosts[at]},
        files=(text_file("access.conf", lines),),
        plans=(plan,),
        key_facts=(addresses[at], people[at]),
    )


def _roster(draw: TaskDraw) -> TaskSpec:
    """Two people swap their days."""
    people = draw.sample(PEOPLE, 8, "people")
    month = draw.pick(("March", "April", "May", "October"), "month")
    days = sorted(draw.sample(range(1, 29), 8, "days"))
    one, other = sorted(draw.sample(range(8), 2, "swap"))
    swapped = list(people)
    swapped[one], swapped[other] = people[other], people[one]
    before, after = (
        [f"# On call in {month}", *(f"{d:02d} {month}: {p}" for d, p in zip(days, who, strict=True))]
        for who in (people, swapped)
    )

    def plan() -> Plan:
        (read,) = yield [read_pages("oncall.txt")]
        (page,) = Page.all_of(["oncall.txt"], read)
        yield [rewrite((page, text_of(after)))]
        return Solution(
            answer=f"{swapped[one]} now has {month} {days[one]}, {swapped[other]} {month} {days[other]}.",
            fields={"first": Expected(swapped[one]), "second": Expected(swapped[other])},
            checks=(TextFile("oncall.txt", lines=tuple(after)), only_changed("oncall.txt")),
        )

    return TaskSpec(
        level="L1",
        servers=(EDITOR,),
        words={"month": month, "a": days[one], "b": days[other]},
        files=(text_file("oncall.txt", before),),
        plans=(plan,),
        key_facts=(people[one], people[other]),
    )


def _manual(draw: TaskDraw) -> TaskSpec:
    """A list names the file, a bulletin the value, and the change is noted in the list."""
    devices = [f"{city} {draw.whole(200, 980, 'model', city)}" for city in draw.sample(CITIES, 5, "names")]
    files = [f"manuals/{place:03d}.txt" for place in draw.sample(range(100, 990), 5, "files")]
    bolt, wanted = draw.pick(("flange", "cover", "bracket"), "bolt"), draw.whole(0, 4, "wanted")
    old, new = (draw.sample(range(start, 399, 3), 5, "torques", start) for start in (121, 122))
    index = [f"{device}: {file}" for device, file in zip(devices, files, strict=True)]
    bulletin = [f"{device}: {bolt} bolts {torque} Nm" for device, torque in zip(devices, new, strict=True)]
    manuals = [
        [f"Manual of the {devices[i]}", "base bolts: 88 Nm", f"{bolt} bolts: {old[i]} Nm"] for i in range(5)
    ]
    index_after = [f"{entry} (revised)" if entry == index[wanted] else entry for entry in index]
    file, line = files[wanted], f"{bolt} bolts: {new[wanted]} Nm"

    def plan() -> Plan:
        listing, _ = yield [read_pages("manuals/index.txt"), read_pages("bulletin.txt")]
        (contents,) = Page.all_of(["manuals/index.txt"], listing)
        yield [read_pages(file)]
        (read,) = yield [read_pages(file, first=3, last=3)]
        (page,) = Page.all_of([file], read)
        yield [edit_lines(page, 3, 3, f"{line}\n"), rewrite((contents, text_of(index_after)))]
        return Solution(
            answer=f"{file}: from {old[wanted]} to {new[wanted]} Nm.",
            fields={"file": Expected(file), "old": Expected(old[wanted]), "new": Expected(new[wanted])},
            checks=(
                TextFile(file, lines=(*manuals[wanted][:2], line)),
                TextFile("manuals/index.txt", lines=tuple(index_after)),
                only_changed(file, "manuals/index.txt"),
            ),
        )

    return TaskSpec(
        level="L2",
        servers=(EDITOR,),
        words={"device": devices[wanted], "bolt": bolt},
        files=(
            text_file("manuals/index.txt", index),
            text_file("bulletin.txt", bulletin),
            *(text_file(path, lines) for path, lines in zip(files, manuals, strict=True)),
        ),
        plans=(plan,),
        key_facts=(file, str(old[wanted]), str(new[wanted])),
    )


def _glossary(draw: TaskDraw) -> TaskSpec:
    """A line moves from one sorted file to another."""
    terms = draw.sample([city.lower() for city in CITIES], 12, "terms")
    people = draw.sample(PEOPLE, 12, "people")
    entry = {
        t: f"{t}: code name no. {draw.whole(3, 97, t)} [{p}]" for t, p in zip(terms, people, strict=True)
    }
    drafts, kept = sorted(terms[:5]), sorted(terms[5:])
    term = next(draft for draft in drafts if draft < kept[-1])
    after, follower = sorted([*kept, term]), next(one for one in kept if one > term)
    left = [draft for draft in drafts if draft != term]

    def page(names: list[str]) -> list[str]:
        return [f"{len(names)} entries", *(entry[name] for name in names)]

    names = ["glossary/drafts.txt", "glossary/terms.txt"]

    def plan() -> Plan:
        (read,) = yield [read_pages(*names)]
        first, second = Page.all_of(names, read)
        (shortened,) = yield [rewrite((first, text_of(page(left))))]
        (longer,) = yield [rewrite((second, text_of(page(after))))]
        del shortened, longer
        yield [read_pages(*names)]
        return Solution(
            answer=f"{follower} follows; {people[terms.index(term)]} wrote the entry.",
            fields={"next_term": Expected(follower), "author": Expected(people[terms.index(term)])},
            checks=(
                TextFile(names[0], lines=tuple(page(left))),
                TextFile(names[1], lines=tuple(page(after))),
                only_changed(*names),
            ),
        )

    return TaskSpec(
        level="L2",
        servers=(EDITOR,),
        words={"term": term},
        files=(text_file(names[0], page(drafts)), text_file(names[1], page(kept))),
        plans=(plan,),
        key_facts=(follower, people[terms.index(term)]),
    )


def _invoice(draw: TaskDraw) -> TaskSpec:
    """A sum is computed, and corrected in two files."""
    goods = draw.sample(GOODS, 5, "goods")
    cents = [draw.whole(1250, 98_700, "price", good) for good in goods]
    total, excess = sum(cents), 100 * draw.whole(3, 40, "excess") + draw.whole(1, 99, "cents")
    number_ = draw.whole(3100, 9800, "bill")
    file = f"{number_}.txt"
    items = [f"{good}: {price / 100:.2f} EUR" for good, price in zip(goods, cents, strict=True)]
    head = [f"Bill {number_}", *items]
    others = draw.sample([n for n in range(3100, 9800) if n != number_], 4, "others")
    ledger = {n: draw.whole(20_000, 300_000, "other", n) for n in others} | {number_: total + excess}

    def book(entries: dict[int, int]) -> tuple[str, ...]:
        return tuple(f"{n} {amount / 100:.2f}" for n, amount in sorted(entries.items()))

    def plan() -> Plan:
        names = [f"bills/{file}", "bills/ledger.txt"]
        (read,) = yield [read_pages(*names)]
        bill, accounts = Page.all_of(names, read)
        (added,) = yield [call("math/sum", read, numbers=[price / 100 for price in cents])]
        yield [
            call("math/subtract", read, added, minuend=(total + excess) / 100, subtrahend=total / 100),
            rewrite(
                (bill, text_of([*head, f"Total: {total / 100:.2f} EUR"])),
                (accounts, text_of(book({**ledger, number_: total}))),
            ),
        ]
        return Solution(
            answer=f"The total is {total / 100:.2f} EUR; the old one was {excess / 100:.2f} EUR too high.",
            fields={
                "total": computed(total / 100, (price / 100 for price in cents), within(0.005)),
                "excess": computed(excess / 100, ((total + excess) / 100,), within(0.005)),
            },
            checks=(
                TextFile(f"bills/{file}", lines=(*head, f"Total: {total / 100:.2f} EUR")),
                TextFile("bills/ledger.txt", lines=book({**ledger, number_: total})),
                only_changed("bills/*.txt"),
            ),
        )

    return TaskSpec(
        level="L2",
        servers=(EDITOR, "math"),
        words={"file": file},
        files=(
            text_file(f"bills/{file}", [*head, f"Total: {(total + excess) / 100:.2f} EUR"]),
            text_file("bills/ledger.txt", book(ledger)),
        ),
        plans=(plan,),
        key_facts=(f"{total / 100:.2f}",),
    )


FAMILY = Family(
    number=40,
    name="text_edits",
    title="Text edits",
    goal="Change exact lines of text files and leave everything else as it is.",
    tasks=(_setting, _change_log, _access_list, _roster, _manual, _glossary, _invoice),
    kind="operation",
    time_sensitive=False,
)
