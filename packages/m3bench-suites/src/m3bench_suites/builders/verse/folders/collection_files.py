"""Collection files: what libraries, museums and parks know, written into files and repositories."""

from __future__ import annotations

import json
from collections.abc import Sequence

from m3bench.checks import Expected, GitCommit, GitLog, JsonFile, TextFile
from m3bench.suites import DataFile, Plan, PlanError, Solution, call
from m3bench_suites.builders.tasks import Family, TaskSpec, computed, within
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.folders._shared.calls import (
    EDITOR,
    FILES,
    GIT,
    JSON,
    TABLE,
    git,
    json_tool,
    read,
    write,
)
from m3bench_suites.builders.verse.folders._shared.editor import Page, read_pages, rewrite
from m3bench_suites.builders.verse.folders._shared.files import only_changed, table_file, text_file, text_of
from m3bench_suites.builders.verse.folders._shared.repositories import Change, inside, repository
from m3bench_suites.builders.verse.folders._shared.words import PEOPLE, PROJECTS
from m3bench_world.library import Book

LIBRARY, MUSEUM, PARKS = "openlibrary_mcp", "metmuseum-mcp", "nationalparks"


def _shelf(draw: TaskDraw) -> TaskSpec:
    """Books by ISBN."""
    books = draw.world.library.sample(4, "verse shelf", draw.number)
    longest = max(books, key=lambda book: book.pages)
    if [book.pages for book in books].count(longest.pages) > 1:
        raise PlanError(f"{draw.id}: two books are the longest.")
    total = sum(book.pages for book in books)
    entries = [
        {"isbn": book.isbn13, "title": book.title, "publisher": book.publisher, "pages": book.pages}
        for book in books
    ]
    data = {"books": entries, "pages": total}

    def plan() -> Plan:
        (listing,) = yield [read("shelf.txt")]
        results = yield [call(f"{LIBRARY}/get_book_info", listing, isbn=book.hyphenated) for book in books]
        (added,) = yield [
            call("math/sum", *results, numbers=[result.data["number_of_pages"] for result in results])
        ]
        yield [json_tool("write_json_file", added, *results, filePath="shelf.json", data=data)]
        return Solution(
            answer=f"{total} pages; the longest is {longest.title}.",
            fields={
                "pages": Expected(total, grounds=tuple(book.pages for book in books)),
                "longest": Expected(longest.title),
            },
            checks=(JsonFile("shelf.json", {"@": data}), only_changed("shelf.json")),
        )

    return TaskSpec(
        level="L3",
        servers=(FILES, LIBRARY, "math", JSON),
        files=(text_file("shelf.txt", [book.hyphenated for book in books]),),
        plans=(plan,),
        key_facts=(longest.title,),
    )


def _loans(draw: TaskDraw) -> TaskSpec:
    """Objects of the museum by number."""
    museum = draw.world.museum
    numbers = museum.search("", None)
    some = [item for n in draw.sample(numbers, 60, "objects") if (item := museum.object(n))]
    hidden, shown = [each for each in some if not each.gallery], [each for each in some if each.gallery]
    if len(hidden) < 2 or len(shown) < 3:
        raise PlanError(f"{draw.id}: too few objects are on view, or not.")
    items = draw.sample([*hidden[:2], *shown[:3]], 5, "order")
    rows = [
        {"object": each.id, "title": each.title, "accession": each.accession, "medium": each.medium}
        for each in items
    ]
    asked = draw.pick(items, "asked")

    def plan() -> Plan:
        (listing,) = yield [read("loans.txt")]
        results = yield [
            call(f"{MUSEUM}/get-museum-object", listing, objectId=each.id, returnImage=False)
            for each in items
        ]
        (table,) = yield [call(f"{TABLE}/gen_md_table", *results, data=json.dumps(rows, ensure_ascii=False))]
        yield [write("loans.md", f"{table.text}\n", table)]
        return Solution(
            answer=f"Not on view: {', '.join(str(each.id) for each in hidden[:2])}; {asked.accession}.",
            fields={
                "not_on_view": listed([each.id for each in items if not each.gallery]),
                "accession": Expected(asked.accession),
            },
            checks=(table_file("loans.md", rows), only_changed("loans.md")),
        )

    return TaskSpec(
        words={"asked": asked.id},
        level="L3",
        servers=(FILES, MUSEUM, TABLE),
        files=(text_file("loans.txt", [str(each.id) for each in items]),),
        plans=(plan,),
        key_facts=(asked.accession,),
    )


def _parks(draw: TaskDraw) -> TaskSpec:
    """Parks by code, committed."""
    world, project = draw.world.parks, draw.pick(PROJECTS, "project")
    parks = draw.sample(world.all(), 3, "parks")
    oldest = min(parks, key=lambda park: park.since)
    if [park.since for park in parks].count(oldest.since) > 1:
        raise PlanError(f"{draw.id}: two parks are the oldest.")
    lines = [f"- {park.full_name}, {park.town}: {world.contact(park).phone}" for park in parks]
    message = f"Add {draw.pick(('parks', 'contacts of parks', 'park telephones'), 'message')}"
    start = Change("Begin the guide", draw.pick(PEOPLE, "who"), "2025-02-11", {"README.md": "# Guide\n"})

    def plan() -> Plan:
        (codes,) = yield [json_tool("read_json_file", filePath="parks.json")]
        details = yield [call(f"{PARKS}/getParkDetails", codes, parkCode=park.code) for park in parks]
        (written,) = yield [write(f"{project}/parks.md", text_of(lines), *details)]
        (staged,) = yield [git("add", project, written, files=["parks.md"])]
        yield [git("commit", project, staged, message=message)]
        return Solution(
            answer=f"{oldest.full_name}, {world.contact(oldest).phone}.",
            fields={
                "oldest": Expected(oldest.full_name, also=(oldest.name,)),
                "telephone": Expected(world.contact(oldest).phone),
            },
            checks=(
                GitLog(
                    project, commits=(GitCommit(message, {"parks.md": text_of(lines)}),), clean=True, total=2
                ),
                only_changed(inside(project), f"{project}/parks.md"),
            ),
        )

    return TaskSpec(
        words={"project": project, "message": message},
        level="L3",
        servers=(JSON, PARKS, FILES, GIT),
        files=(
            DataFile("parks.json", "json", {"parks": [park.code for park in parks]}),
            repository(project, [start]),
        ),
        plans=(plan,),
        key_facts=(oldest.full_name, world.contact(oldest).phone),
        varying=(f"{GIT}/git_commit",),
    )


def _reading(draw: TaskDraw) -> TaskSpec:
    """Books by title and author."""
    books = _findable(draw, draw.world.library.sample(30, "verse reading", draw.number))[:3]
    mean, asked = sum(book.pages for book in books) / 3, draw.pick(books, "asked")

    def page(pages: Sequence[object]) -> list[str]:
        entries = [f"- {b.title}, by {b.authors[0]}: {n} pages" for b, n in zip(books, pages, strict=True)]
        return ["# Reading list", "", *entries]

    after = page([book.pages for book in books])

    def plan() -> Plan:
        (text,) = yield [read_pages("reading.md")]
        (known,) = Page.all_of(["reading.md"], text)
        results = yield [
            call(f"{LIBRARY}/get_book_info", text, title=book.title, author=book.authors[0]) for book in books
        ]
        yield [
            call("math/mean", *results, numbers=[book.pages for book in books]),
            rewrite((known, text_of(after))),
        ]
        yield [read_pages("reading.md")]
        return Solution(
            answer=f"{mean:.1f} pages on average; {asked.title} is of {asked.year}.",
            fields={
                "mean": computed(round(mean, 1), (book.pages for book in books), within(0.06)),
                "year": Expected(asked.year, grounds=(asked.publish_date,)),
            },
            checks=(TextFile("reading.md", lines=tuple(after)), only_changed("reading.md")),
        )

    return TaskSpec(
        words={"title": asked.title},
        level="L3",
        servers=(EDITOR, LIBRARY, "math"),
        files=(text_file("reading.md", page(["?"] * 3)),),
        plans=(plan,),
    )


def _findable(draw: TaskDraw, books: Sequence[Book]) -> list[Book]:
    """Return books that a search for title and author finds first, and only once."""
    fine = []
    for book in books:
        hits = draw.world.library.search(book.title, book.authors[0])
        if hits[0].isbn13 == book.isbn13 and [hit.title for hit in hits].count(book.title) == 1:
            fine.append(book)
    if len(fine) < 3:
        raise PlanError(f"{draw.id}: too few books are found by title and author.")
    return fine


FAMILY = Family(
    number=49,
    name="collection_files",
    title="Collection files",
    goal="Write what libraries, museums and parks know into files and repositories.",
    tasks=(_shelf, _loans, _parks, _reading),
    kind="operation",
    time_sensitive=False,
)
