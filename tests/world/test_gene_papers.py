"""Papers about genes: found by genes and variants, and by nothing else."""

from __future__ import annotations

from datetime import date
from functools import cache

import pytest

from m3bench.suites import make_suite
from m3bench_world import World
from m3bench_world.papers.genetics import GENES_FROM, GENETICS, VARIANTS_FROM, genes_in
from m3bench_world.papers.subjects import DRUGS_FROM, vocabulary

WORLD = World()


@cache
def names() -> list[str]:
    known = vocabulary()
    conditions = [
        name for condition in WORLD.clinic.conditions() for name in (condition.name, *condition.synonyms)
    ]
    drugs = [name for drug in WORLD.pharmacy.common() for name in (drug.name, *drug.brands)]
    subjects = [name for subject in known.subjects for name in (subject.name, *subject.aliases)]
    return [*subjects, *conditions, *drugs]


def test_numbers_do_not_overlap() -> None:
    assert len(vocabulary().subjects) < GENES_FROM
    assert vocabulary().numbered(VARIANTS_FROM) is not None
    assert vocabulary().numbered(DRUGS_FROM - 1) is None


def test_no_subject_condition_or_drug_names_a_gene() -> None:
    assert [name for name in names() if genes_in(name)] == []
    upper = [name for name in names() if genes_in(name.upper())]
    assert upper == []


@pytest.mark.parametrize(
    "text",
    ["app for phones", "ace inhibitor", "the met museum", "KIT and APP", "a pole star", "tert-butyl alcohol",
     "cat", "gene therapy", "ATM security", "au:Max Brandt", "cat:q-bio.GN", "max pooling"],
)  # fmt: skip
def test_everyday_words_are_no_genes(text: str) -> None:
    assert genes_in(text) == ()


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("melanoma BRAF V600E treatment resistance", "BRAF V600E"),
        ("p53 and cancer", "TP53"),
        ("CYP2C9*3 warfarin", "CYP2C9*3"),
        ("rs113488022", "BRAF V600E"),
        ("KIT gene", "KIT"),
        ("PD-L1", "CD274"),
        ("V600E", "BRAF V600E"),
    ],
)
def test_genes_and_variants_are_recognised(text: str, first: str) -> None:
    assert genes_in(text)[0].name == first


def is_genetic(identifier: str) -> bool:
    record = WORLD.papers.record(identifier)
    assert record is not None
    return record.subject.topic == GENETICS.key


@pytest.mark.parametrize(
    "query", ["melanoma", "lung cancer", "warfarin", "gene therapy", "cat:q-bio.GN", "au:Meyer"]
)
@pytest.mark.parametrize("archive", ["pubmed", "semantic"])
def test_other_queries_find_no_paper_about_genes(query: str, archive: str) -> None:
    found = WORLD.papers.search(archive, query, 60)
    assert not any(is_genetic(paper.doi) for paper in found)


def test_no_paper_on_another_subject_cites_one_about_genes() -> None:
    papers = WORLD.papers.search("pubmed", "melanoma", 3)
    for paper in papers:
        record = WORLD.papers.record(paper.id)
        assert record is not None
        assert not any(is_genetic(cited.doi) for cited in WORLD.papers.references(record))


def test_a_query_with_a_gene_finds_its_papers_first() -> None:
    for archive in ("pubmed", "biorxiv", "arxiv"):
        found = WORLD.papers.search(archive, "melanoma BRAF V600E treatment resistance", 3)
        assert all("BRAF" in paper.title for paper in found)
        assert all(is_genetic(paper.home_id) for paper in found)
        assert WORLD.papers.paper(found[0].id, archive) == found[0]


def test_full_text_names_a_variant_that_the_genome_knows() -> None:
    paper = WORLD.papers.search("biorxiv", "BRAF V600E melanoma resistance", 1)[0]
    record = WORLD.papers.record(paper.id)
    assert record is not None
    named = record.draft.slots["nv"]
    assert f"p.{named}" in paper.abstract
    assert WORLD.genome.variant(f"BRAF {named}") is not None
    text = " ".join(
        paragraph for section in WORLD.papers.full_text(record).sections for paragraph in section.paragraphs
    )
    assert f"p.{named}" in text
    assert "{" not in text


QUERIES = (
    "melanoma",
    "ti:warfarin",
    "gene therapy",
    "gene expression in leukaemia",
    "vemurafenib",
    "giraffe",
)


def test_other_queries_answer_as_if_there_were_no_genes(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers() -> list[object]:
        papers = World().papers
        return [papers.search("pubmed", query, 5, since=date(2020, 1, 1)) for query in QUERIES]

    now = answers()
    monkeypatch.setattr("m3bench_world.papers.subjects.genes_in", lambda _: ())
    assert answers() == now


def test_no_reference_of_a_released_suite_names_a_gene() -> None:
    calls = {
        str(call.arguments)
        for task in make_suite("m3", WORLD).tasks
        for reference in task.references
        for _, call in reference.calls()
        if call.name.startswith(("paper_search/", "healthcare-mcp/"))
    }
    assert len(calls) > 100
    assert [call for call in calls if genes_in(call)] == []
