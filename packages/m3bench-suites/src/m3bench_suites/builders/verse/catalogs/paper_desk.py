"""Paper desk: new preprints, references, and PDFs that are put into folders."""

from __future__ import annotations

from typing import Any

from m3bench.checks import Check, FileExists, NoStrayFiles, PdfContent
from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import Family, Lookups, Value, ask, holds, search, use
from m3bench_suites.builders.verse.catalogs._shared.papers import (
    ARXIV,
    BY_DOI,
    CATEGORIES,
    SUBJECTS,
    fresh_categories,
    is_oldest_clear,
    subject,
)
from m3bench_suites.builders.verse.family import TaskDraw

_FOLDERS = ("reading", "papers", "to_read", "library", "pdfs")
_NEWEST = {"max_results": 1, "sort_by": "submittedDate"}
_LISTED = 10


def _pdfs(folder: str, *titles: str) -> tuple[Check, ...]:
    """Return checks that a folder has one PDF for each title, and nothing else was written."""
    files = f"{folder}/*.pdf"
    contents = [PdfContent(files, contains=(title,)) for title in titles] if len(titles) == 1 else []
    return (FileExists(files, at_least_bytes=500, count=len(titles)), NoStrayFiles((files,)), *contents)


def _new_preprint(draw: TaskDraw) -> Lookups:
    (category,) = fresh_categories(draw, 1, changing=1)
    return Lookups(
        level="L1",
        words={"category": category, "field": CATEGORIES[category]},
        calls=(ask(ARXIV, query=f"cat:{category}", **_NEWEST),),
        values={
            "title": "[0][0].title",
            "author": "[0][0].authors[0]",
            "submitted": "[0][0].published_date",
            "doi": "[0][0].doi",
        },
        answer="{title} by {author} and others, submitted on {submitted}, {doi}.",
        live="all",
    )


def _fetched(draw: TaskDraw) -> Lookups:
    archive, name = draw.pick((("medrxiv", "medRxiv"), ("biorxiv", "bioRxiv")), "archive")
    topic, folder = subject(draw, (archive,)), draw.pick(_FOLDERS, "folder")
    return Lookups(
        level="L1",
        words={"archive": name, "topic": topic, "folder": folder},
        calls=(
            ask(f"paper_search/search_{archive}", query=topic, max_results=1),
            ask(f"paper_search/download_{archive}", paper_id=use("[0][0].paper_id"), save_path=folder),
        ),
        values={
            "title": "[0][0].title",
            "author": "[0][0].authors[0]",
            "doi": "[0][0].doi",
        },
        checks=lambda data: _pdfs(folder, data[0][0]["title"]),
        answer=f"{{title}} ({{author}} and others, {{doi}}) is in the folder {folder}.",
        live=None,
        kind="operation",
    )


def _two_fields(draw: TaskDraw) -> Lookups:
    one, other = fresh_categories(draw, 2, changing=1)
    return Lookups(
        level="L2",
        words={"one": one, "other": other, "first": CATEGORIES[one], "second": CATEGORIES[other]},
        calls=(
            ask(ARXIV, query=f"cat:{one}", **_NEWEST),
            ask(ARXIV, query=f"cat:{other}", **_NEWEST),
            ask(BY_DOI, doi=use("[0][0].doi")),
            ask(BY_DOI, doi=use("[1][0].doi")),
        ),
        values={
            "first_title": "[2].title",
            "first_cited": "[2].references[0].title",
            "second_title": "[3].title",
            "second_cited": "[3].references[0].title",
        },
        answer="{first_title} cites {first_cited} first, {second_title} cites {second_cited}.",
        live="all",
    )


def _oldest_free(draw: TaskDraw) -> Lookups:
    topic, folder = _dated_subject(draw), draw.pick(_FOLDERS, "folder")
    oldest = "min_by([0][?open_access], &published_date)"
    return Lookups(
        level="L2",
        words={"topic": topic, "folder": folder},
        calls=(
            ask("paper_search/search_pubmed", query=topic, max_results=_LISTED),
            ask(BY_DOI, doi=use(f"{oldest}.doi")),
            ask("paper_search/download_pubmed", paper_id=use(f"{oldest}.paper_id"), save_path=folder),
        ),
        steps=(1, 1, 1),
        values={
            "title": f"{oldest}.title",
            "journal": f"{oldest}.journal",
            "published": f"{oldest}.published_date",
            "pmid": f"{oldest}.paper_id",
            "cited": "[1].references[0].title",
        },
        checks=lambda data: _pdfs(folder, search(f"{oldest}.title", data)),
        answer=f"{{title}} ({{journal}}, {{published}}, PMID {{pmid}}) is in {folder}; cites {{cited}}.",
        live=None,
        kind="operation",
    )


def _dated_subject(draw: TaskDraw) -> str:
    """Draw a subject whose oldest free article among the first ones is clear."""
    for topic in draw.sample(SUBJECTS["pubmed"], len(SUBJECTS["pubmed"]), "dated"):
        found = draw.world.papers.search("pubmed", topic, _LISTED)
        days = [paper.published for paper in found if paper.open_access]
        if len(days) > 1 and len(days) < len(found) and is_oldest_clear(days):
            return topic
    raise PlanError(f"{draw.id}: no subject has one oldest article.")


def _reference_chain(draw: TaskDraw) -> Lookups:
    topic = subject(draw, ("pubmed",))
    first = draw.whole(2012, 2018, "year")
    years = f"from-pub-date:{first},until-pub-date:{first + 3}"
    return Lookups(
        level="L2",
        words={"topic": topic, "first": first, "last": first + 3},
        calls=(
            ask("paper_search/search_crossref", query=topic, max_results=1, filter=years),
            ask(BY_DOI, doi=use("[0][0].doi")),
            ask(BY_DOI, doi=use("[1].references[0].doi")),
        ),
        values={
            "title": "[1].title",
            "journal": "[1].container_title",
            "cited": "[2].title",
            "cited_published": "[2].published_date",
            "cited_doi": "[2].doi",
        },
        answer="{title} ({journal}) refers first to {cited} ({cited_published}, {cited_doi}).",
        live=None,
    )


def _fresh_folder(draw: TaskDraw) -> Lookups:
    chosen, folder = fresh_categories(draw, 3, changing=1), draw.pick(("fresh", "new", "today"), "folder")
    download = "paper_search/download_arxiv"
    return Lookups(
        level="L3",
        words={"categories": f"{chosen[0]}, {chosen[1]} and {chosen[2]}", "folder": folder},
        calls=(
            *(ask(ARXIV, query=f"cat:{category}", **_NEWEST) for category in chosen),
            ask("math/sum", numbers=use("[0:3][0].length(authors)")),
            *(ask(download, paper_id=use(f"[{index}][0].paper_id"), save_path=folder) for index in range(3)),
        ),
        steps=(3, 1, 3),
        values={
            "titles": "[0:3][0].title",
            "authors": Value("[3]", grounds="[0:3][0].title"),
            "newest": "max([0:3][0].published_date)",
        },
        checks=lambda _: _pdfs(folder, "", "", ""),
        answer=f"{{titles}} are in {folder}; {{authors}} authors; newest {{newest}}.",
        live="all",
        writes=(download,),
        kind="operation",
    )


def _across_archives(draw: TaskDraw) -> Lookups:
    topic, folder = subject(draw, ("arxiv", "biorxiv")), draw.pick(_FOLDERS, "folder")
    earlier = "min_by([0:2][0], &published_date)"
    calls = {name: f"paper_search/download_{name}" for name in ("arxiv", "biorxiv")}
    return Lookups(
        level="L3",
        words={"topic": topic, "folder": folder},
        calls=(
            *(ask(f"paper_search/search_{name}", query=topic, max_results=1) for name in calls),
            ask("math/sum", numbers=use("[0:2][0].length(authors)")),
            ask(BY_DOI, doi=use(f"{earlier}.doi")),
            *(
                ask(tool, paper_id=use(f"[{index}][0].paper_id"), save_path=folder)
                for index, tool in enumerate(calls.values())
            ),
        ),
        steps=(2, 2, 2),
        values={
            "arxiv_title": "[0][0].title",
            "biorxiv_title": "[1][0].title",
            "authors": Value("[2]", grounds="[0:2][0].title"),
            "earlier": f"{earlier}.doi",
            "cited": "[3].references[0].title",
        },
        checks=lambda data: _both(folder, data),
        guards=(holds("[0][0].published_date != [1][0].published_date"),),
        answer=f"{{arxiv_title}} and {{biorxiv_title}} are in {folder}; {{authors}} authors in all; "
        "{earlier} came first and cites {cited}.",
        live=None,
        kind="operation",
    )


def _both(folder: str, data: list[Any]) -> tuple[Check, ...]:
    """Return checks that both papers are there, each under the name that its archive gives it."""
    paths = [str(each) for each in data[-2:]]
    titles = [data[0][0]["title"], data[1][0]["title"]]
    contents = [PdfContent(path, contains=(title,)) for path, title in zip(paths, titles, strict=True)]
    return (*contents, NoStrayFiles((f"{folder}/*.pdf",)))


FAMILY = Family(
    number=26,
    name="paper_desk",
    title="Paper desk",
    goal="Find new and old papers, follow their references, and put PDFs into folders.",
    tasks=(
        _new_preprint,
        _fetched,
        _two_fields,
        _oldest_free,
        _reference_chain,
        _fresh_folder,
        _across_archives,
    ),
    kind="retrieval",
    modalities=("text",),
)
