"""Catalogue records: books, objects of a museum, icons and packages, by their numbers and names."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use
from m3bench_suites.builders.verse.catalogs._shared.books import BOOK, SCAN, covers, has_few
from m3bench_suites.builders.verse.catalogs._shared.market import mean
from m3bench_suites.builders.verse.catalogs._shared.tolerances import UNGROUNDED
from m3bench_suites.builders.verse.family import TaskDraw
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


def _by_isbn(draw: TaskDraw) -> Lookups:
    (book,) = draw.world.library.sample(1, "verse", draw.family.name, draw.number)
    return Lookups(
        level="L1",
        words={"isbn": book.hyphenated},
        calls=(ask(BOOK, isbn=book.isbn13),),
        values={
            "title": "[0].title",
            "author": "[0].authors[0]",
            "publisher": "[0].publishers[0]",
            "pages": "[0].number_of_pages",
        },
        answer="{title} by {author}, {publisher}, {pages} pages.",
        live=None,
    )


def _museum_object(draw: TaskDraw) -> Lookups:
    found = draw.world.museum.search(draw.pick(_KINDS, "kind"), None)
    chosen = draw.pick(found[:40], "object")
    return Lookups(
        level="L1",
        words={"id": chosen},
        calls=(ask(_OBJECT, objectId=chosen, returnImage=False),),
        values={
            "title": "[0].title",
            "accession": "[0].accessionNumber",
            "height": Value("[0].measurements[0].elementMeasurements.Height", _ABOUT),
            "department": "[0].department",
        },
        answer="{title} ({accession}), {height} cm high, {department}.",
        live=None,
    )


def _icon(draw: TaskDraw) -> Lookups:
    icons = draw.world.icons
    known = [term for term in _TERMS if len(icons.search(term)) > 3]
    term, style = draw.pick(known, "term"), draw.pick(_STYLES, "style")
    found = icons.search(term)
    place = draw.whole(1, 3, "place")
    if style not in icons.styles(found[place]):
        raise PlanError(f"{draw.id}: {found[place].name} is not drawn in {style}.")
    which = ("", "second", "third", "fourth")[place]
    return Lookups(
        level="L1",
        words={"term": term, "style": style, "which": which},
        calls=(
            ask(_ICONS, query=term),
            ask(_GLYPH, icon_name=use(f"[0].icons[{place}].name"), style=style),
        ),
        values={
            "name": "[1].name",
            "code_point": "[1].code_point",
            "total": Value("[0].total", grounds=UNGROUNDED),
        },
        answer="{total} icons; {name} has the code point {code_point}.",
        live=None,
    )


def _package(draw: TaskDraw) -> Lookups:
    name = draw.pick(_PACKAGES, "package")
    old, new = "24.11", "25.05"
    return Lookups(
        level="L1",
        words={"name": name, "old": old, "new": new},
        calls=(
            ask(_PACKAGE, name=name, channel=old),
            ask(_PACKAGE, name=name, channel=new),
        ),
        values={
            "old_version": "[0].version",
            "new_version": "[1].version",
            "license": "[1].license",
            "maintainer": "[1].maintainers[0]",
        },
        guards=(
            holds("[0].version != [1].version"),
            holds("length([1].maintainers) > `0`"),
        ),
        answer=f"{name}: {{old_version}} in {old} and {{new_version}} in {new}; {{license}}; {{maintainer}}",
        live=None,
    )


def _author_shelf(draw: TaskDraw) -> Lookups:
    book, others = _prolific(draw)
    mine = "[1].books"
    return Lookups(
        level="L2",
        words={"isbn": book.hyphenated},
        calls=(
            ask(BOOK, isbn=book.isbn13),
            ask(BOOK, author=use("[0].authors[0]")),
            mean(f"{mine}[*].number_of_pages"),
        ),
        values={
            "author": "[0].authors[0]",
            "books": Value("[1].count", grounds=UNGROUNDED),
            "longest": f"max_by({mine}, &number_of_pages).title",
            "publisher": f"max_by({mine}, &number_of_pages).publishers[0]",
            "average": Value("[2]", _ABOUT, grounds=f"{mine}[*].number_of_pages"),
        },
        guards=(
            apart(f"{mine}[*].number_of_pages"),
            holds(f"[1].count == `{others}`"),
        ),
        answer="{author} has {books} books, the longest is {longest} ({publisher}); average {average} pages.",
        live=None,
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


def _department(draw: TaskDraw) -> Lookups:
    term, department = _dated_kind(draw)
    number_of = f"[0].departments[?displayName == '{department}'] | [0].departmentId"
    oldest = "min_by([2:5], &objectBeginDate)"
    return Lookups(
        level="L2",
        words={"term": term, "department": department},
        calls=(
            ask("metmuseum-mcp/list-departments"),
            ask(_FIND, q=term, departmentId=use(number_of)),
            *(
                ask(_OBJECT, objectId=use(f"[1].objectIDs[{index}]"), returnImage=False)
                for index in range(_COMPARED)
            ),
        ),
        values={
            "found": Value("[1].total", grounds=UNGROUNDED),
            "title": f"{oldest}.title",
            "accession": f"{oldest}.accessionNumber",
            "medium": f"{oldest}.medium",
        },
        guards=(apart("[2:5].objectBeginDate", lowest=True),),
        answer="Of {found} objects the oldest of the first three is {title} ({accession}, {medium}).",
        live=None,
    )


def _dated_kind(draw: TaskDraw) -> tuple[str, str]:
    """Draw a search and a department in which one of the first results is the oldest."""
    museum = draw.world.museum
    departments = {department.name: department.id for department in museum.departments()}
    for term in draw.sample(_KINDS, len(_KINDS), "kind"):
        for name in draw.sample(tuple(departments), len(departments), "department", term):
            found = museum.search(term, departments[name])
            begins = sorted(item.begin for each in found[:_COMPARED] if (item := museum.object(each)))
            if len(found) > 4 and len(begins) == _COMPARED and begins[0] < begins[1]:
                return term, name
    raise PlanError(f"{draw.id}: no department fits.")


def _two_covers(draw: TaskDraw) -> Lookups:
    pair = covers(draw, 2)
    isbns = [f"[0].results[{index}].codes[?starts_with(data, '978')] | [0].data" for index in range(2)]
    longer = "max_by([1:3], &number_of_pages)"
    return Lookups(
        level="L3",
        words={"first": pair[0].name, "second": pair[1].name},
        calls=(
            ask(SCAN, image_paths=[cover.name for cover in pair]),
            *(ask(BOOK, isbn=use(isbn)) for isbn in isbns),
            ask(BOOK, author=use("[1].authors[0]")),
            ask(BOOK, author=use("[2].authors[0]")),
            ask("math/sum", numbers=use("[1:3].number_of_pages")),
        ),
        values={
            "first": "[1].title",
            "second": "[2].title",
            "pages": Value("[5]", grounds="[1:3].number_of_pages"),
            "publisher": f"{longer}.publishers[0]",
            "other_books": Value("[3:5].count | sum(@)", grounds=UNGROUNDED),
        },
        guards=(apart("[1:3].number_of_pages"),),
        answer="{first} and {second} have {pages} pages together; the longer is from {publisher}; "
        "their authors have {other_books} books in the library.",
        live=None,
        pictures=tuple(cover.picture for cover in pair),
        key_facts=tuple(
            fact for cover in pair for fact in (cover.scene.facts["title"], cover.scene.facts["isbn13"])
        ),
        modalities=("text", "image"),
    )


FAMILY = Family(
    number=25,
    name="catalog_records",
    title="Catalogue records",
    goal="Look up books, museum objects, icons and packages in their catalogues.",
    tasks=(_by_isbn, _museum_object, _icon, _package, _author_shelf, _department, _two_covers),
    kind="retrieval",
    modalities=("text",),
)
