"""Catalogue records: books, objects of a museum, icons and packages, by their numbers and names."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.fields import code, named, number
from m3bench_suites.builders.verse.catalogs._shared.books import BOOK, SCAN, covers, has_few
from m3bench_suites.builders.verse.catalogs._shared.market import mean
from m3bench_suites.builders.verse.catalogs._shared.steps import UNGROUNDED, Apart, Steps, Value, ask, taken
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import catalog_records as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_world.library import Book

_FIND, _OBJECT = "metmuseum-mcp/search-museum-objects", "metmuseum-mcp/get-museum-object"
_ICONS, _GLYPH = "hugeicons-mcp/search_icons", "hugeicons-mcp/get_icon_glyph_by_style"
_PACKAGE = "nixos/nixos_info"
_TERMS = ("tree", "camera", "bicycle", "coffee", "rocket", "umbrella", "clock", "key", "flower", "train")
_STYLES = ("bulk-rounded", "duotone-rounded", "solid-sharp", "stroke-sharp", "twotone-rounded")
_PACKAGES = ("ripgrep", "jq", "ffmpeg", "htop", "curl", "neovim", "tmux", "git", "firefox", "wget")
_KINDS = ("amphora", "helmet", "mask", "tapestry", "clock", "portrait", "violin", "chest", "bowl")
_COMPARED = 3
_ABOUT = Tolerance(absolute=0.06)


def _by_isbn(draw: TaskDraw) -> Blueprint:
    (book,) = draw.world.library.sample(1, "verse", draw.family.name, draw.number)
    steps = Steps(
        calls=((ask(BOOK, isbn=book.isbn13),),),
        values={
            "title": Value("[0].title"),
            "author": Value("[0].authors[0]"),
            "publisher": Value("[0].publishers[0]"),
            "pages": Value("[0].number_of_pages"),
        },
        answer="{title} by {author}, {publisher}, {pages} pages.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("title", "the title of the book"),
            named("author", "its author; the first one if there are several"),
            named("publisher", "its publisher"),
            number("pages", "how many pages it has"),
        ),
        wording=wordings.BY_ISBN,
        words={"isbn": book.hyphenated},
    )


def _museum_object(draw: TaskDraw) -> Blueprint:
    found = draw.world.museum.search(draw.pick(_KINDS, "kind"), None)
    chosen = draw.pick(found[:40], "object")
    steps = Steps(
        calls=((ask(_OBJECT, objectId=chosen, returnImage=False),),),
        values={
            "title": Value("[0].title"),
            "accession": Value("[0].accessionNumber"),
            "height": Value("[0].measurements[0].elementMeasurements.Height", _ABOUT),
            "department": Value("[0].department"),
        },
        answer="{title} ({accession}), {height} cm high, {department}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("title", "the title of the object"),
            code("accession", "its accession number"),
            number("height", "its height", "cm"),
            named("department", "the department to which it belongs"),
        ),
        wording=wordings.MUSEUM_OBJECT,
        words={"id": chosen},
    )


def _icon(draw: TaskDraw) -> Blueprint:
    icons = draw.world.icons
    known = [term for term in _TERMS if len(icons.search(term)) > 3]
    term, style = draw.pick(known, "term"), draw.pick(_STYLES, "style")
    found = icons.search(term)
    place = draw.whole(1, 3, "place")
    if style not in icons.styles(found[place]):
        raise PlanError(f"{draw.id}: {found[place].name} is not drawn in {style}.")
    which = ("", "second", "third", "fourth")[place]
    steps = Steps(
        calls=(
            (ask(_ICONS, query=term),),
            (ask(_GLYPH, icon_name=taken(f"[0].icons[{place}].name"), style=style),),
        ),
        values={
            "name": Value("[1].name"),
            "code_point": Value("[1].code_point"),
            "total": Value("[0].total", grounds=UNGROUNDED),
        },
        answer="{total} icons; {name} has the code point {code_point}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            code("name", "the name of that icon"),
            code("code_point", "its code point in this style, such as U+F0000"),
            number("total", "how many icons fit the search"),
        ),
        wording=wordings.ICON,
        words={"term": term, "style": style, "which": which},
    )


def _package(draw: TaskDraw) -> Blueprint:
    name = draw.pick(_PACKAGES, "package")
    old, new = "24.11", "25.05"
    steps = Steps(
        calls=((ask(_PACKAGE, name=name, channel=old), ask(_PACKAGE, name=name, channel=new)),),
        values={
            "old_version": Value("[0].version"),
            "new_version": Value("[1].version"),
            "license": Value("[1].license"),
            "maintainer": Value("[1].maintainers[0]"),
        },
        sure=("[0].version != [1].version", "length([1].maintainers) > `0`"),
        answer=f"{name}: {{old_version}} in {old} and {{new_version}} in {new}; {{license}}; {{maintainer}}",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            code("old_version", f"its version in {old}"),
            code("new_version", f"its version in {new}"),
            named("license", f"its licence in {new}"),
            named("maintainer", f"the maintainer who is listed first in {new}"),
        ),
        wording=wordings.PACKAGE,
        words={"name": name, "old": old, "new": new},
    )


def _author_shelf(draw: TaskDraw) -> Blueprint:
    book, others = _prolific(draw)
    mine = "[1].books"
    steps = Steps(
        calls=(
            (ask(BOOK, isbn=book.isbn13),),
            (ask(BOOK, author=taken("[0].authors[0]")),),
            (mean(f"{mine}[*].number_of_pages"),),
        ),
        values={
            "author": Value("[0].authors[0]"),
            "books": Value("[1].count", grounds=UNGROUNDED),
            "longest": Value(f"max_by({mine}, &number_of_pages).title"),
            "publisher": Value(f"max_by({mine}, &number_of_pages).publishers[0]"),
            "average": Value("[2]", _ABOUT, grounds=f"{mine}[*].number_of_pages"),
        },
        apart=(Apart(f"{mine}[*].number_of_pages", 0.0),),
        sure=(f"[1].count == `{others}`",),
        answer="{author} has {books} books, the longest is {longest} ({publisher}); average {average} pages.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("author", "the first author of the book with this ISBN"),
            number("books", "how many books of this author the library has"),
            named("longest", "the title of the longest of them"),
            named("publisher", "the publisher of the longest"),
            number("average", "how many pages they have on average"),
        ),
        wording=wordings.AUTHOR_SHELF,
        words={"isbn": book.hyphenated},
    )


def _prolific(draw: TaskDraw) -> tuple[Book, int]:
    """Draw a book whose author has a few others, one of them the longest, and their number."""
    library = draw.world.library
    for book in library.sample(60, "verse", draw.family.name, draw.number):
        found = library.search(author=book.authors[0])
        pages = sorted(each.pages for each in found)
        if has_few(draw, book) and len(found) > 2 and pages[-1] > pages[-2]:
            return book, len(found)
    raise PlanError(f"{draw.id}: no author has a few books.")


def _department(draw: TaskDraw) -> Blueprint:
    term, department = _dated_kind(draw)
    number_of = f"[0].departments[?displayName == '{department}'] | [0].departmentId"
    oldest = "min_by([2:5], &objectBeginDate)"
    steps = Steps(
        calls=(
            (ask("metmuseum-mcp/list-departments"),),
            (ask(_FIND, q=term, departmentId=taken(number_of)),),
            tuple(
                ask(_OBJECT, objectId=taken(f"[1].objectIDs[{place}]"), returnImage=False)
                for place in range(_COMPARED)
            ),
        ),
        values={
            "found": Value("[1].total", grounds=UNGROUNDED),
            "title": Value(f"{oldest}.title"),
            "accession": Value(f"{oldest}.accessionNumber"),
            "medium": Value(f"{oldest}.medium"),
        },
        apart=(Apart("[2:5].objectBeginDate", 0.0, smallest=True),),
        answer="Of {found} objects the oldest of the first three is {title} ({accession}, {medium}).",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("found", "how many objects the search finds in this department"),
            named("title", "the title of the oldest of the first three, by the beginning of its date"),
            code("accession", "its accession number"),
            named("medium", "what it is made of"),
        ),
        wording=wordings.DEPARTMENT,
        words={"term": term, "department": department},
    )


def _dated_kind(draw: TaskDraw) -> tuple[str, str]:
    """Draw a search and a department in which one of the first results is the oldest."""
    museum = draw.world.museum
    departments = {each.name: each.id for each in museum.departments()}
    for term in draw.sample(_KINDS, len(_KINDS), "kind"):
        for name in draw.sample(tuple(departments), len(departments), "department", term):
            found = museum.search(term, departments[name])
            begins = sorted(item.begin for each in found[:_COMPARED] if (item := museum.object(each)))
            if len(found) > 4 and len(begins) == _COMPARED and begins[0] < begins[1]:
                return term, name
    raise PlanError(f"{draw.id}: no department fits.")


def _two_covers(draw: TaskDraw) -> Blueprint:
    pair = covers(draw, 2)
    isbns = [f"[0].results[{place}].codes[?starts_with(data, '978')] | [0].data" for place in range(2)]
    longer = "max_by([1:3], &number_of_pages)"
    steps = Steps(
        calls=(
            (ask(SCAN, image_paths=[cover.name for cover in pair]),),
            tuple(ask(BOOK, isbn=taken(isbn)) for isbn in isbns),
            (
                ask(BOOK, author=taken("[1].authors[0]")),
                ask(BOOK, author=taken("[2].authors[0]")),
                ask("math/sum", numbers=taken("[1:3].number_of_pages")),
            ),
        ),
        values={
            "first": Value("[1].title"),
            "second": Value("[2].title"),
            "pages": Value("[5]", grounds="[1:3].number_of_pages"),
            "publisher": Value(f"{longer}.publishers[0]"),
            "other_books": Value("[3:5].count | sum(@)", grounds=UNGROUNDED),
        },
        apart=(Apart("[1:3].number_of_pages", 0.0),),
        answer="{first} and {second} have {pages} pages together; the longer is from {publisher}; "
        "their authors have {other_books} books in the library.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            named("first", f"the title of the book in {pair[0].name}"),
            named("second", f"the title of the book in {pair[1].name}"),
            number("pages", "how many pages the two have together"),
            named("publisher", "the publisher of the longer one"),
            number("other_books", "how many books by the two first authors the library has, both included"),
        ),
        wording=wordings.TWO_COVERS,
        words={"first": pair[0].name, "second": pair[1].name},
        pictures=tuple(cover.picture for cover in pair),
        key_facts=tuple(
            fact for cover in pair for fact in (cover.scene.facts["title"], cover.scene.facts["isbn13"])
        ),
    )


FAMILY = VerseFamily(
    number=25,
    name="catalog_records",
    title="Catalogue records",
    goal="Look up books, museum objects, icons and packages in their catalogues.",
    make=by_number(_by_isbn, _museum_object, _icon, _package, _author_shelf, _department, _two_covers),
)
