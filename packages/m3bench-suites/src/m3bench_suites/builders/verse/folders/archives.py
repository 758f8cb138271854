"""Archives: pack, unpack and repack files, and check what is inside."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from m3bench.checks import ArchiveMembers, Expected, TextFile
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import Family, TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    COMMANDS,
    FILES,
    HASH,
    digest,
    read,
    run,
    write,
)
from m3bench_suites.builders.verse.folders._shared.files import gone, only_changed, text_of
from m3bench_suites.builders.verse.folders._shared.words import CITIES, GOODS, PEOPLE, PROJECTS


def _zip(path: str, texts: dict[str, str]) -> DataFile:
    return DataFile(path, "zip", {each: {"kind": "text", "content": text} for each, text in texts.items()})


def _members(path: str, texts: Mapping[str, str]) -> ArchiveMembers:
    """Return the check of an archive with exactly these files."""
    return ArchiveMembers(path, dict(texts))


def _extract(archive: str, member: str, target: str) -> str:
    """Return the command that writes one member of a ZIP file to a path."""
    program = "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())"
    return f'python3 -c "{program}" {archive} {member} > {target}'


def _sentences(draw: TaskDraw, key: str, count: int) -> list[str]:
    goods = [draw.pick(GOODS, key, "good", i) for i in range(count)]
    people = [draw.pick(PEOPLE, key, i) for i in range(count)]
    return [
        f"{p} counted {draw.whole(12, 990, key, p, g)} x {g}." for p, g in zip(people, goods, strict=True)
    ]


def _markdown(draw: TaskDraw) -> TaskSpec:
    """Only files of one kind."""
    names = sorted(city.lower() for city in draw.sample(CITIES, 7, "names"))
    kinds = draw.sample(["md", "md", "md", "md", "txt", "txt", "html"], 7, "kinds")
    texts = {
        f"{n}.{k}": text_of(_sentences(draw, n, draw.whole(1, 5, n)))
        for n, k in zip(names, kinds, strict=True)
    }
    packed = {each: text for each, text in texts.items() if each.endswith(".md")}
    size = sum(len(text) for text in packed.values())
    command = "cd docs && tar -czf ../notes.tar.gz *.md && tar -tzf ../notes.tar.gz && cat *.md | wc -c"

    def plan() -> Plan:
        yield [run(command)]
        return Solution(
            answer=f"{len(packed)} files with {size} bytes.",
            fields={"files": Expected(len(packed)), "bytes": Expected(size)},
            checks=(_members("notes.tar.gz", packed), only_changed("notes.tar.gz")),
        )

    return TaskSpec(
        level="L1",
        servers=(COMMANDS,),
        files=tuple(DataFile(f"docs/{each}", "text", text) for each, text in texts.items()),
        plans=(plan,),
        key_facts=(str(size),),
    )


def _single(draw: TaskDraw) -> TaskSpec:
    """One member of many."""
    cities = [city.lower() for city in draw.sample(CITIES, 6, "cities")]
    goods = draw.sample(GOODS, 4, "goods")
    orders = draw.sample(range(41_000, 89_000), 6, "orders")
    texts = {
        f"{'orders' if index % 2 else 'returns'}/{city}.txt": text_of(
            [f"Order {order}", *(f"{good}: {draw.whole(100, 990, city, good)}" for good in goods)]
        )
        for index, (city, order) in enumerate(zip(cities, orders, strict=True))
    }
    wanted = draw.whole(0, 5, "wanted")
    member, target = list(texts)[wanted], f"out/{cities[wanted]}.txt"
    quantity = draw.whole(100, 990, cities[wanted], goods[1])

    def plan() -> Plan:
        yield [run(f"mkdir -p out && {_extract('delivery.zip', member, target)} && cat {target}")]
        return Solution(
            answer=f"Order {orders[wanted]} with {quantity} x {goods[1]}.",
            fields={"order": Expected(orders[wanted]), "quantity": Expected(quantity)},
            checks=(TextFile(target, lines=tuple(texts[member].splitlines())), only_changed(target)),
        )

    return TaskSpec(
        words={"member": member, "file": f"{cities[wanted]}.txt", "good": goods[1]},
        level="L1",
        servers=(COMMANDS,),
        files=(_zip("delivery.zip", texts),),
        plans=(plan,),
        key_facts=(str(orders[wanted]),),
    )


def _which(draw: TaskDraw) -> TaskSpec:
    """The archive that has a file must be found first."""
    numbers = draw.sample(range(2100, 9900), 9, "numbers")
    people = draw.sample(PEOPLE, 9, "people")
    values = [100 * n for n in draw.sample(range(31, 990), 9, "values")]
    texts = [
        text_of([f"Contract {n}", f"signed by {p}", f"value {v} EUR"])
        for n, p, v in zip(numbers, people, values, strict=True)
    ]
    boxes = {
        f"box{b + 1}.zip": {f"c{numbers[i]}.txt": texts[i] for i in range(3 * b, 3 * b + 3)} for b in range(3)
    }
    wanted = draw.whole(0, 8, "wanted")
    box, target = f"box{wanted // 3 + 1}.zip", f"contracts/{numbers[wanted]}.txt"

    def plan() -> Plan:
        lists = yield [run(f"python3 -m zipfile -l {each}") for each in boxes]
        (folder,) = yield [run("mkdir -p contracts && ls", *lists)]
        extract = _extract(box, f"c{numbers[wanted]}.txt", target)
        (taken,) = yield [run(f"{extract} && wc -l {target}", *lists, folder)]
        yield [run(f"cat {target}", taken)]
        return Solution(
            answer=f"{box}, signed by {people[wanted]}, {values[wanted]} EUR.",
            fields={
                "archive": Expected(box),
                "signed_by": Expected(people[wanted]),
                "value": Expected(values[wanted]),
            },
            checks=(TextFile(target, lines=tuple(texts[wanted].splitlines())), only_changed(target)),
        )

    return TaskSpec(
        words={"number": numbers[wanted]},
        level="L2",
        servers=(COMMANDS,),
        files=tuple(_zip(each, members) for each, members in boxes.items()),
        plans=(plan,),
        key_facts=(people[wanted], str(values[wanted])),
    )


def _release(draw: TaskDraw) -> TaskSpec:
    """The same files in another format, with one line changed."""
    site, build = draw.pick(PROJECTS, "site"), draw.whole(21_000, 98_000, "build")
    old = f"{draw.whole(1, 4, 'major')}.{draw.whole(0, 9, 'minor')}.{draw.whole(1, 9, 'patch')}"
    new = f"{draw.whole(5, 8, 'next')}.{draw.whole(0, 9, 'then')}.0"
    pages = {
        f"pages/{city.lower()}.txt": text_of(_sentences(draw, city, 2))
        for city in draw.sample(CITIES, 3, "pages")
    }
    before = {"version.txt": f"version {old}\nbuild {build}\n", **pages}
    after = {"version.txt": f"version {new}\nbuild {build}\n", **pages}
    archive = f"{site}-{new}.tar.gz"

    def plan() -> Plan:
        (unpacked,) = yield [
            run(f"mkdir work && python3 -m zipfile -e {site}.zip work && cat work/version.txt")
        ]
        edit = f"printf 'version {new}\\nbuild {build}\\n' > work/version.txt && cat work/version.txt"
        (edited,) = yield [run(edit, unpacked)]
        (packed,) = yield [run(f"cd work && tar -czf ../{archive} * && tar -tzf ../{archive}", edited)]
        yield [run("rm -r work && ls", packed)]
        return Solution(
            answer=f"It was {old}, build {build}.",
            fields={"previous": Expected(old), "build": Expected(build)},
            checks=(_members(archive, after), only_changed(archive)),
        )

    return TaskSpec(
        words={"site": site, "new": new},
        level="L2",
        servers=(COMMANDS,),
        files=(_zip(f"{site}.zip", before),),
        plans=(plan,),
        key_facts=(old, str(build)),
    )


def _years(draw: TaskDraw) -> TaskSpec:
    """One archive for each year, and the originals go."""
    years = sorted(draw.sample(range(2014, 2025), 2, "years"))
    counts = (draw.whole(3, 4, "first"), draw.whole(5, 6, "second"))
    names = [
        f"{year}-{draw.whole(1, 12, year, 'm', i):02d}-{10 + i}_{city.lower()}.txt"
        for year, count in zip(years, counts, strict=True)
        for i, city in enumerate(draw.sample(CITIES, count, year))
    ]
    texts = {name: text_of(_sentences(draw, name, 2)) for name in names}
    packed = {y: {each: text for each, text in texts.items() if each.startswith(str(y))} for y in years}
    made = [f"archive/{year}.tar.gz" for year in years]

    def plan() -> Plan:
        (listing,) = yield [run("ls letters")]
        tars = [f"tar -czf ../archive/{y}.tar.gz {y}-*" for y in years]
        (archived,) = yield [
            run(f"mkdir archive && cd letters && {' && '.join(tars)} && ls ../archive", listing)
        ]
        (noted,) = yield [run("ls letters > archive/contents.txt && cat archive/contents.txt", archived)]
        yield [run("rm -r letters && for a in archive/*.gz; do tar -tzf $a; done", noted)]
        return Solution(
            answer=f"{counts[1]} of {years[1]}; the oldest is {min(names)}.",
            fields={
                "letters": Expected(counts[1], grounds=tuple(packed[years[1]])),
                "oldest": Expected(min(names)),
            },
            checks=(
                *(_members(path, packed[year]) for path, year in zip(made, years, strict=True)),
                TextFile("archive/contents.txt", lines=tuple(sorted(names))),
                gone("letters/*"),
                only_changed(*made, "archive/contents.txt", removed=("letters/*",)),
            ),
        )

    return TaskSpec(
        words={"year": years[1]},
        level="L2",
        servers=(COMMANDS,),
        files=tuple(DataFile(f"letters/{each}", "text", text) for each, text in texts.items()),
        plans=(plan,),
    )


def _accepted(draw: TaskDraw) -> TaskSpec:
    """What is intact is packed, what is not is noted."""
    names = [f"{city.lower()}.txt" for city in draw.sample(CITIES, 4, "names")]
    people, bad = draw.sample(PEOPLE, 4, "people"), draw.whole(0, 3, "bad")
    texts = [f"{p} approved {draw.whole(11, 990, p)} x {draw.pick(GOODS, p)}" for p in people]
    sums = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    texts[bad] = texts[bad].replace("approved", "approves")
    real = hashlib.sha256(texts[bad].encode()).hexdigest()
    content = dict(zip(names, texts, strict=True))
    good = {each: text for each, text in content.items() if each != names[bad]}
    listing = text_of(f"{value}  {name}" for value, name in zip(sums, names, strict=True))

    def plan() -> Plan:
        (unpacked,) = yield [
            run("mkdir work && python3 -m zipfile -e incoming.zip work && cat work/sums.txt")
        ]
        pages = yield [read(f"work/{name}", unpacked) for name in names]
        hashes = yield [digest(text, page) for text, page in zip(texts, pages, strict=True)]
        tar = f"cd work && tar -czf ../accepted.tar.gz {' '.join(good)} && tar -tzf ../accepted.tar.gz"
        packed, noted = yield [
            run(tar, unpacked, *hashes),
            write("rejected.txt", f"{names[bad]} {real}\n", hashes[bad]),
        ]
        yield [run("rm -r work && ls *.txt *.gz", packed, noted)]
        return Solution(
            answer=f"{names[bad]} is rejected; it names {people[bad]}.",
            fields={"rejected": Expected(names[bad]), "person": Expected(people[bad])},
            checks=(
                _members("accepted.tar.gz", good),
                TextFile("rejected.txt", lines=(f"{names[bad]} {real}",)),
                only_changed("accepted.tar.gz", "rejected.txt"),
            ),
        )

    return TaskSpec(
        level="L3",
        servers=(COMMANDS, FILES, HASH),
        files=(_zip("incoming.zip", {**content, "sums.txt": listing}),),
        plans=(plan,),
        key_facts=(people[bad],),
    )


FAMILY = Family(
    number=43,
    name="archives",
    title="Archives",
    goal="Pack, unpack and repack files, and check what is inside.",
    tasks=(_markdown, _single, _which, _release, _years, _accepted),
    kind="operation",
    time_sensitive=False,
)
