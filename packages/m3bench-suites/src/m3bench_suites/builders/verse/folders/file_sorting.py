"""File sorting: rename, copy, move, delete and create files by what they contain."""

from __future__ import annotations

import hashlib

from m3bench.checks import Expected, JsonFile, TextFile
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec, stated, within
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    FILES,
    HASH,
    JSON,
    copy,
    delete,
    digest,
    json_tool,
    make_folder,
    move,
    place,
    read,
    tree,
    write,
)
from m3bench_suites.builders.verse.folders._shared.files import gone, only_changed, text_file
from m3bench_suites.builders.verse.folders._shared.words import CITIES, DEPARTMENTS, GOODS, PEOPLE


def _scan(draw: TaskDraw) -> TaskSpec:
    """A file is named after what it contains."""
    scans = [f"scan_{n:04d}.txt" for n in draw.sample(range(120, 980), 3, "scans")]
    numbers = [
        f"{draw.pick('KLMR', 'letter', i)}{n}"
        for i, n in enumerate(draw.sample(range(20_100, 98_000), 3, "n"))
    ]
    amounts = [draw.whole(4_100, 97_000, "amount", i) / 100 for i in range(3)]
    bodies = [
        [
            f"From: {draw.pick(PEOPLE, 'from', i)}",
            f"Order: {draw.whole(100, 999, 'order', i)}-{i}",
            f"Invoice number: {numbers[i]}",
            f"Net: {amounts[i] * 0.8:.2f} EUR",
            f"Due: {amounts[i]:.2f} EUR",
        ]
        for i in range(3)
    ]
    old, new = f"inbox/{scans[0]}", f"inbox/{numbers[0]}.txt"

    def plan() -> Plan:
        (text,) = yield [read(old)]
        yield [call(f"{FILES}/rename_file", text, old_path=place(old), new_path=place(new))]
        return Solution(
            answer=f"Invoice {numbers[0]}, {amounts[0]:.2f} EUR.",
            fields={"invoice": Expected(numbers[0]), "due": stated(amounts[0], within(0.005))},
            checks=(TextFile(new, lines=tuple(bodies[0])), gone(old), only_changed(new, removed=(old,))),
        )

    return TaskSpec(
        words={"scan": scans[0]},
        level="L1",
        servers=(FILES,),
        files=tuple(text_file(f"inbox/{scan}", body) for scan, body in zip(scans, bodies, strict=True)),
        plans=(plan,),
        key_facts=(numbers[0], f"{amounts[0]:.2f}"),
    )


def _newest(draw: TaskDraw) -> TaskSpec:
    """The latest date is in the middle of the alphabet."""
    cities = sorted(draw.sample(CITIES, 5, "cities"))
    dates = [f"{2021 + i}-{draw.whole(1, 12, 'm', i):02d}-{draw.whole(1, 28, 'd', i):02d}" for i in range(5)]
    order = [dates[turn] for turn in (1, 0, 4, 2, 3)]
    names = [f"{city.lower()}_{date}.txt" for city, date in zip(cities, order, strict=True)]
    bodies = [
        [f"Report of {city}", *(f"{good}: {draw.whole(1, 9999, city, good)} pieces" for good in goods)]
        for city, goods in ((city, draw.sample(GOODS, draw.whole(4, 9, "n", city), city)) for city in cities)
    ]
    size = sum(len(line) + 1 for line in bodies[2])
    newest = f"reports/{names[2]}"

    def plan() -> Plan:
        (listing,) = yield [tree("reports")]
        yield [copy(newest, "reports/current.txt", listing)]
        return Solution(
            answer=f"{names[2]}, {size} bytes.",
            fields={"file": Expected(names[2]), "bytes": Expected(size)},
            checks=(
                TextFile("reports/current.txt", lines=tuple(bodies[2])),
                only_changed("reports/current.txt"),
            ),
        )

    return TaskSpec(
        level="L1",
        servers=(FILES,),
        files=tuple(text_file(f"reports/{file}", body) for file, body in zip(names, bodies, strict=True)),
        plans=(plan,),
        key_facts=(names[2],),
    )


def _visitor(draw: TaskDraw) -> TaskSpec:
    """A line with the next number."""
    people, first = draw.sample(PEOPLE, 9, "people"), draw.whole(1204, 8800, "first")
    numbers = [first + gap for gap in (0, 1, 2, 4, 5, 7, 8, 11)]
    cities = [draw.pick(CITIES, "city", i) for i in range(9)]
    lines = [f"{n} | {p} | {c}" for n, p, c in zip(numbers, people, cities, strict=False)]
    new = f"{numbers[-1] + 1} | {people[8]} | {cities[8]}"

    def plan() -> Plan:
        (text,) = yield [read("visitors.txt")]
        yield [write("visitors.txt", f"{new}\n", text, mode="append")]
        return Solution(
            answer=f"Number {numbers[-1] + 1}, after {people[7]}.",
            fields={
                "number": Expected(numbers[-1] + 1, grounds=(numbers[-1],)),
                "visitor_before": Expected(people[7]),
            },
            checks=(TextFile("visitors.txt", lines=(*lines, new)), only_changed("visitors.txt")),
        )

    return TaskSpec(
        words={"person": people[8], "city": cities[8]},
        level="L1",
        servers=(FILES,),
        files=(text_file("visitors.txt", lines),),
        plans=(plan,),
        key_facts=(people[7], str(numbers[-1] + 1)),
    )


def _letters(draw: TaskDraw) -> TaskSpec:
    """Each file goes into the folder that it names."""
    departments = draw.sample(DEPARTMENTS, 4, "departments")
    targets = [*departments[:2], departments[2], departments[3], departments[1]]
    people = draw.sample(PEOPLE, 5, "people")
    marks = [
        f"{draw.pick('ABCDEF', 'mark', i)}-{n}"
        for i, n in enumerate(draw.sample(range(311, 989), 5, "marks"))
    ]
    names = [f"letter_{n}.txt" for n in draw.sample(range(10, 99), 5, "names")]
    bodies = [
        [
            f"From: {person}",
            f"File number: {mark}",
            f"To: {target}",
            "",
            f"About the {draw.pick(GOODS, mark)}.",
        ]
        for person, mark, target in zip(people, marks, targets, strict=True)
    ]
    moved = {file: f"mail/{target}/{file}" for file, target in zip(names, targets, strict=True)}

    def plan() -> Plan:
        texts = yield [read(f"mail/{file}") for file in names]
        yield [move(f"mail/{file}", moved[file], text) for file, text in zip(names, texts, strict=True)]
        return Solution(
            answer=f"{people[2]} wrote to {departments[2]}, file number {marks[2]}.",
            fields={"sender": Expected(people[2]), "file_number": Expected(marks[2])},
            checks=(
                *(TextFile(moved[file], lines=tuple(body)) for file, body in zip(names, bodies, strict=True)),
                gone("mail/*.txt"),
                only_changed(*moved.values(), removed=("mail/*.txt",)),
            ),
        )

    return TaskSpec(
        words={"department": departments[2]},
        level="L2",
        servers=(FILES,),
        files=tuple(text_file(f"mail/{file}", body) for file, body in zip(names, bodies, strict=True)),
        plans=(plan,),
        key_facts=(people[2], marks[2]),
    )


def _double(draw: TaskDraw) -> TaskSpec:
    """Two files are the same, others nearly."""
    names = sorted(f"{host.lower()}.txt" for host in draw.sample(CITIES, 4, "names"))
    booking = draw.whole(30_100, 89_000, "booking")
    person, city = draw.pick(PEOPLE, "person"), draw.pick(CITIES, "trip")
    twins = sorted(draw.sample(range(4), 2, "twins"))
    numbers = [booking if i in twins else booking + 10 * (i + 1) for i in range(4)]
    bodies = [[f"Trip of {person} to {city}", f"Booking {n}", "Paid in full"] for n in numbers]
    kept, dropped = (f"notes/{names[i]}" for i in twins)

    def plan() -> Plan:
        (listing,) = yield [tree("notes")]
        texts = yield [read(f"notes/{file}", listing) for file in names]
        yield [delete(dropped, *texts)]
        return Solution(
            answer=f"Deleted {dropped}, kept {kept}; booking {booking}.",
            fields={
                "deleted": Expected(names[twins[1]]),
                "kept": Expected(names[twins[0]]),
                "booking": Expected(booking),
            },
            checks=(gone(dropped), only_changed(removed=(dropped,))),
        )

    return TaskSpec(
        level="L2",
        servers=(FILES,),
        files=tuple(text_file(f"notes/{file}", body) for file, body in zip(names, bodies, strict=True)),
        plans=(plan,),
        key_facts=(str(booking),),
    )


def _projects(draw: TaskDraw) -> TaskSpec:
    """A folder for each open project of a list."""
    goods, leaders = draw.sample(GOODS, 6, "goods"), draw.sample(PEOPLE, 6, "leaders")
    codes = [f"P{n}" for n in draw.sample(range(110, 990), 6, "codes")]
    is_open = sorted(draw.sample(range(6), 3, "open"))
    lines = [
        f"{codes[i]}; {goods[i]}; {leaders[i]}; {'open' if i in is_open else 'closed'}" for i in range(6)
    ]
    made = {f"projects/{codes[i]}/README.txt": f"{goods[i]}, led by {leaders[i]}" for i in is_open}
    asked = is_open[draw.whole(0, 2, "asked")]

    def plan() -> Plan:
        (text,) = yield [read("plan.txt")]
        folders = yield [make_folder(path.rpartition("/")[0], text) for path in made]
        yield [
            write(path, f"{line}\n", text, folder)
            for (path, line), folder in zip(made.items(), folders, strict=True)
        ]
        return Solution(
            answer=f"Open: {', '.join(codes[i] for i in is_open)}; {leaders[asked]} leads {goods[asked]}.",
            fields={"codes": listed([codes[i] for i in is_open]), "leader": Expected(leaders[asked])},
            checks=(*(TextFile(path, lines=(line,)) for path, line in made.items()), only_changed(*made)),
        )

    return TaskSpec(
        words={"good": goods[asked]},
        level="L2",
        servers=(FILES,),
        files=(text_file("plan.txt", ["code; name; leader; status", *lines]),),
        plans=(plan,),
        key_facts=(leaders[asked],),
    )


def _damaged(draw: TaskDraw) -> TaskSpec:
    """Hashes tell which file is not what it was."""
    names = [f"{city.lower()}.txt" for city in draw.sample(CITIES, 4, "names")]
    texts = [
        f"{draw.pick(PEOPLE, 'p', i)} ordered {draw.whole(11, 99, 'q', i)} x {draw.pick(GOODS, 'g', i)}"
        for i in range(4)
    ]
    bad = draw.whole(0, 3, "bad")
    right = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    texts[bad] = texts[bad].replace(" ordered ", " 0rdered ")
    wrong = hashlib.sha256(texts[bad].encode()).hexdigest()
    entries = [{"name": file, "sha256": value} for file, value in zip(names, right, strict=True)]
    marked = [{**entry, "status": "damaged" if i == bad else "ok"} for i, entry in enumerate(entries)]
    old, new = f"backup/{names[bad]}", f"backup/damaged/{names[bad]}"

    def plan() -> Plan:
        (listing,) = yield [json_tool("read_json_file", filePath="backup/manifest.json")]
        read_all = yield [read(f"backup/{file}", listing) for file in names]
        hashes = yield [digest(text, each) for text, each in zip(texts, read_all, strict=True)]
        (moved,) = yield [move(old, new, listing, *hashes)]
        data = {"files": marked}
        yield [
            json_tool("write_json_file", listing, moved, *hashes, filePath="backup/manifest.json", data=data)
        ]
        return Solution(
            answer=f"{names[bad]} is damaged; it has {wrong}.",
            fields={"damaged": Expected(names[bad]), "sha256": Expected(wrong)},
            checks=(
                TextFile(new, contains=(texts[bad],)),
                gone(old),
                JsonFile("backup/manifest.json", {"files": marked}),
                only_changed("backup/manifest.json", new, removed=(old,)),
            ),
        )

    return TaskSpec(
        level="L3",
        servers=(FILES, JSON, HASH),
        files=(
            DataFile("backup/manifest.json", "json", {"files": entries}),
            *(DataFile(f"backup/{file}", "text", text) for file, text in zip(names, texts, strict=True)),
        ),
        plans=(plan,),
        key_facts=(wrong,),
    )


FAMILY = Family(
    number=41,
    name="file_sorting",
    title="File sorting",
    goal="Rename, copy, move, delete and create files by what they contain.",
    tasks=(_scan, _newest, _visitor, _letters, _double, _projects, _damaged),
    kind="operation",
    time_sensitive=False,
)
