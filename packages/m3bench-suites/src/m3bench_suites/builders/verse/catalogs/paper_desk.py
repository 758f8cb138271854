"""Paper desk: new preprints, references, and PDFs that are put into folders."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, FileExists, NoStrayFiles, PdfContent
from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.fields import code, day, named, names, number
from m3bench_suites.builders.verse.catalogs._shared.papers import (
    ARXIV,
    BY_DOI,
    CATEGORIES,
    SUBJECTS,
    fresh_categories,
    is_oldest_clear,
    subject,
)
from m3bench_suites.builders.verse.catalogs._shared.steps import Steps, Value, ask, search, taken
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import paper_desk as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily

_FOLDERS = ("reading", "papers", "to_read", "library", "pdfs")
_NEWEST = {"max_results": 1, "sort_by": "submittedDate"}
_LISTED = 10


def _pdfs(folder: str, *titles: str) -> tuple[Check, ...]:
    """Return checks that a folder has one PDF for each title, and nothing else was written."""
    files = f"{folder}/*.pdf"
    contents = [PdfContent(files, contains=(title,)) for title in titles] if len(titles) == 1 else []
    return (FileExists(files, at_least_bytes=500, count=len(titles)), NoStrayFiles((files,)), *contents)


def _new_preprint(draw: TaskDraw) -> Blueprint:
    (category,) = fresh_categories(draw, 1, changing=1)
    steps = Steps(
        calls=((ask(ARXIV, query=f"cat:{category}", **_NEWEST),),),
        values={
            "title": Value("[0][0].title"),
            "author": Value("[0][0].authors[0]"),
            "submitted": Value("[0][0].published_date"),
            "doi": Value("[0][0].doi"),
        },
        answer="{title} by {author} and others, submitted on {submitted}, {doi}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("title", "the title of the preprint"),
            named("author", "its first author"),
            day("submitted", "the day on which it was submitted"),
            code("doi", "its DOI"),
        ),
        wording=wordings.NEW_PREPRINT,
        words={"category": category, "field": CATEGORIES[category]},
        time_sensitive=True,
    )


def _fetched(draw: TaskDraw) -> Blueprint:
    archive, name = draw.pick((("medrxiv", "medRxiv"), ("biorxiv", "bioRxiv")), "archive")
    topic, folder = subject(draw, (archive,)), draw.pick(_FOLDERS, "folder")
    steps = Steps(
        calls=(
            (ask(f"paper_search/search_{archive}", query=topic, max_results=1),),
            (ask(f"paper_search/download_{archive}", paper_id=taken("[0][0].paper_id"), save_path=folder),),
        ),
        values={
            "title": Value("[0][0].title"),
            "author": Value("[0][0].authors[0]"),
            "doi": Value("[0][0].doi"),
        },
        checks=lambda data: _pdfs(folder, data[0][0]["title"]),
        answer=f"{{title}} ({{author}} and others, {{doi}}) is in the folder {folder}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("title", "the title of the preprint"),
            named("author", "its first author"),
            code("doi", "its DOI"),
        ),
        wording=wordings.FETCHED,
        words={"archive": name, "topic": topic, "folder": folder},
        operation=True,
    )


def _two_fields(draw: TaskDraw) -> Blueprint:
    one, other = fresh_categories(draw, 2, changing=1)
    steps = Steps(
        calls=(
            (ask(ARXIV, query=f"cat:{one}", **_NEWEST), ask(ARXIV, query=f"cat:{other}", **_NEWEST)),
            (ask(BY_DOI, doi=taken("[0][0].doi")), ask(BY_DOI, doi=taken("[1][0].doi"))),
        ),
        values={
            "first_title": Value("[2].title"),
            "first_cited": Value("[2].references[0].title"),
            "second_title": Value("[3].title"),
            "second_cited": Value("[3].references[0].title"),
        },
        answer="{first_title} cites {first_cited} first, {second_title} cites {second_cited}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("first_title", f"the title of the newest preprint in {one}"),
            named("first_cited", "the title of the first paper that it refers to"),
            named("second_title", f"the title of the newest preprint in {other}"),
            named("second_cited", "the title of the first paper that this one refers to"),
        ),
        wording=wordings.TWO_FIELDS,
        words={"one": one, "other": other, "first": CATEGORIES[one], "second": CATEGORIES[other]},
        time_sensitive=True,
    )


def _oldest_free(draw: TaskDraw) -> Blueprint:
    topic, folder = _dated_subject(draw), draw.pick(_FOLDERS, "folder")
    oldest = "min_by([0][?open_access], &published_date)"
    steps = Steps(
        calls=(
            (ask("paper_search/search_pubmed", query=topic, max_results=_LISTED),),
            (ask(BY_DOI, doi=taken(f"{oldest}.doi")),),
            (ask("paper_search/download_pubmed", paper_id=taken(f"{oldest}.paper_id"), save_path=folder),),
        ),
        values={
            "title": Value(f"{oldest}.title"),
            "journal": Value(f"{oldest}.journal"),
            "published": Value(f"{oldest}.published_date"),
            "pmid": Value(f"{oldest}.paper_id"),
            "cited": Value("[1].references[0].title"),
        },
        checks=lambda data: _pdfs(folder, search(f"{oldest}.title", data)),
        answer=f"{{title}} ({{journal}}, {{published}}, PMID {{pmid}}) is in {folder}; cites {{cited}}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("title", "the title of the article"),
            named("journal", "the journal in which it appeared"),
            day("published", "the day of its publication"),
            code("pmid", "its PubMed number"),
            named("cited", "the title of the first work in its list of references"),
        ),
        wording=wordings.OLDEST_FREE,
        words={"topic": topic, "folder": folder},
        operation=True,
    )


def _dated_subject(draw: TaskDraw) -> str:
    """Draw a subject whose oldest free article among the first ones is clear."""
    for topic in draw.sample(SUBJECTS["pubmed"], len(SUBJECTS["pubmed"]), "dated"):
        found = draw.world.papers.search("pubmed", topic, _LISTED)
        days = [paper.published for paper in found if paper.open_access]
        if len(days) > 1 and len(days) < len(found) and is_oldest_clear(days):
            return topic
    raise PlanError(f"{draw.id}: no subject has one oldest article.")


def _reference_chain(draw: TaskDraw) -> Blueprint:
    topic = subject(draw, ("pubmed",))
    first = draw.whole(2012, 2018, "year")
    years = f"from-pub-date:{first},until-pub-date:{first + 3}"
    steps = Steps(
        calls=(
            (ask("paper_search/search_crossref", query=topic, max_results=1, filter=years),),
            (ask(BY_DOI, doi=taken("[0][0].doi")),),
            (ask(BY_DOI, doi=taken("[1].references[0].doi")),),
        ),
        values={
            "title": Value("[1].title"),
            "journal": Value("[1].container_title"),
            "cited": Value("[2].title"),
            "cited_published": Value("[2].published_date"),
            "cited_doi": Value("[2].doi"),
        },
        answer="{title} ({journal}) refers first to {cited} ({cited_published}, {cited_doi}).",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("title", "the title of the work that is found first"),
            named("journal", "where it appeared (the container title)"),
            named("cited", "the title of the first work in its list of references"),
            day("cited_published", "the day on which that one was published"),
            code("cited_doi", "the DOI of that one"),
        ),
        wording=wordings.REFERENCE_CHAIN,
        words={"topic": topic, "first": first, "last": first + 3},
    )


def _fresh_folder(draw: TaskDraw) -> Blueprint:
    chosen, folder = fresh_categories(draw, 3, changing=1), draw.pick(("fresh", "new", "today"), "folder")
    download = "paper_search/download_arxiv"
    steps = Steps(
        calls=(
            tuple(ask(ARXIV, query=f"cat:{category}", **_NEWEST) for category in chosen),
            (ask("math/sum", numbers=taken("[0:3][0].length(authors)")),),
            tuple(
                ask(download, paper_id=taken(f"[{place}][0].paper_id"), save_path=folder)
                for place in range(3)
            ),
        ),
        values={
            "titles": Value("[0:3][0].title"),
            "authors": Value("[3]", grounds="[0:3][0].title"),
            "newest": Value("max([0:3][0].published_date)"),
        },
        checks=lambda _: _pdfs(folder, "", "", ""),
        answer=f"{{titles}} are in {folder}; {{authors}} authors; newest {{newest}}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            names("titles", "the titles of the preprints, in the order of the categories", ordered=True),
            number("authors", "how many authors the three have in all"),
            day("newest", "the latest day of submission among them"),
        ),
        wording=wordings.FRESH_FOLDER,
        words={"categories": f"{chosen[0]}, {chosen[1]} and {chosen[2]}", "folder": folder},
        time_sensitive=True,
        operation=True,
    )


def _across_archives(draw: TaskDraw) -> Blueprint:
    topic, folder = subject(draw, ("arxiv", "biorxiv")), draw.pick(_FOLDERS, "folder")
    earlier = "min_by([0:2][0], &published_date)"
    calls = {name: f"paper_search/download_{name}" for name in ("arxiv", "biorxiv")}
    steps = Steps(
        calls=(
            tuple(ask(f"paper_search/search_{name}", query=topic, max_results=1) for name in calls),
            (
                ask("math/sum", numbers=taken("[0:2][0].length(authors)")),
                ask(BY_DOI, doi=taken(f"{earlier}.doi")),
            ),
            tuple(
                ask(tool, paper_id=taken(f"[{place}][0].paper_id"), save_path=folder)
                for place, tool in enumerate(calls.values())
            ),
        ),
        values={
            "arxiv_title": Value("[0][0].title"),
            "biorxiv_title": Value("[1][0].title"),
            "authors": Value("[2]", grounds="[0:2][0].title"),
            "earlier": Value(f"{earlier}.doi"),
            "cited": Value("[3].references[0].title"),
        },
        sure=("[0][0].published_date != [1][0].published_date",),
        checks=lambda data: _both(folder, data),
        answer=f"{{arxiv_title}} and {{biorxiv_title}} are in {folder}; {{authors}} authors in all; "
        "{earlier} came first and cites {cited}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            named("arxiv_title", "the title of the first hit on arXiv"),
            named("biorxiv_title", "the title of the first hit on bioRxiv"),
            number("authors", "how many authors the two have in all"),
            code("earlier", "the DOI of the one that was published earlier"),
            named("cited", "the title of the first work that the earlier one refers to"),
        ),
        wording=wordings.ACROSS_ARCHIVES,
        words={"topic": topic, "folder": folder},
        operation=True,
    )


def _both(folder: str, data: list[Any]) -> tuple[Check, ...]:
    """Return checks that both papers are there, each under the name that its archive gives it."""
    paths = [str(each) for each in data[-2:]]
    titles = [data[0][0]["title"], data[1][0]["title"]]
    contents = [PdfContent(path, contains=(title,)) for path, title in zip(paths, titles, strict=True)]
    return (*contents, NoStrayFiles((f"{folder}/*.pdf",)))


FAMILY = VerseFamily(
    number=26,
    name="paper_desk",
    title="Paper desk",
    goal="Find new and old papers, follow their references, and put PDFs into folders.",
    make=by_number(
        _new_preprint,
        _fetched,
        _two_fields,
        _oldest_free,
        _reference_chain,
        _fresh_folder,
        _across_archives,
    ),
)
