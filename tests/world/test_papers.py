"""Papers exist once, are found by what they are about, and say the same everywhere."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.papers import ARCHIVES, InvalidQuery, Paper, Papers
from m3bench_world.papers.ids import FIRST_MONTH, HOMES, Ids, Key
from m3bench_world.papers.query import All, Some, Term, Without, parse
from m3bench_world.papers.study import families
from m3bench_world.papers.subjects import Vocabulary, stems, vocabulary


@cache
def papers(seed: int = 7) -> Papers:
    return World(seed).papers


def has(text: str, name: str) -> bool:
    return f" {' '.join(stems(name))} " in f" {' '.join(stems(text))} "


def test_vocabulary_is_large_and_without_doubles() -> None:
    known = Vocabulary()
    names = [subject.name for subject in known.subjects]
    assert len(names) == len(set(names)) > 1500
    assert all(known.topics[partner] for topic in known.topics.values() for partner in topic.partners)
    assert {topic.family for topic in known.topics.values()} <= set(families())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("zebras", "zebra"),
        ("behaviour of wolves", "wolf"),
        ("frozen shoulder", "adhesive capsulitis"),
        ("Penicillin VK", "phenoxymethylpenicillin"),
        ("a survey of large language models in hospitals", "large language model"),
        ("Alzheimer's disease", "alzheimer's disease"),
        ("COVID-19", "covid-19"),
        ("abacavir", "abacavir"),
    ],
)
def test_words_lead_to_subjects(text: str, name: str) -> None:
    assert vocabulary().find(text)[0].name == name


@pytest.mark.parametrize("archive", ARCHIVES)
def test_every_archive_finds_its_subjects(archive: str) -> None:
    query = {"iacr": "zero-knowledge proof", "arxiv": "ti:giraffe OR abs:giraffe"}.get(archive, "asthma")
    if archive == "biorxiv":
        query = "zebrafish"
    found = papers().search(archive, query, 6)
    assert len(found) == 6
    subject = vocabulary().find(re.sub(r"\w+:", "", query))[0]
    for paper in found:
        assert paper.archive == archive
        assert has(paper.title + " . " + paper.abstract, subject.name)
        assert paper.published <= date(2025, 11, 5)
        assert papers().paper(paper.id, archive) == paper
        assert World().papers.paper(paper.id, archive) == paper


@pytest.mark.parametrize(
    ("archive", "query", "pattern"),
    [
        ("arxiv", "zebra", r"\d{4}\.\d{5}v\d"),
        ("pubmed", "warfarin", r"\d{8}"),
        ("biorxiv", "neuron", r"10\.1101/\d{4}\.\d\d\.\d\d\.\d{6}"),
        ("medrxiv", "malaria", r"10\.1101/\d{4}\.\d\d\.\d\d\.\d{8}"),
        ("iacr", "lattice", r"\d{4}/\d{4}"),
        ("semantic", "malaria", r"[0-9a-f]{40}"),
        ("crossref", "malaria", r"10\.\d{4,5}/\S+"),
    ],
)
def test_identifiers_look_like_the_archives_own(archive: str, query: str, pattern: str) -> None:
    for paper in papers().search(archive, query, 10):
        assert re.fullmatch(pattern, paper.id)


def test_gathering_archives_show_the_same_paper() -> None:
    own = papers().search("pubmed", "warfarin", 1)[0]
    for archive in ("semantic", "scholar", "crossref"):
        other = papers().paper(own.id, archive)
        assert other is not None
        assert (other.title, other.doi, other.authors) == (own.title, own.doi, own.authors)
        assert papers().paper(other.id, archive) == other
    assert papers().paper(own.doi, "crossref") is not None
    assert papers().paper(own.id, "arxiv") is None


@given(
    home=st.sampled_from(HOMES), months=st.integers(0, 130), place=st.integers(0, 60), turn=st.integers(0, 1)
)
def test_identifiers_lead_back(home: str, months: int, place: int, turn: int) -> None:
    ids = Ids(World(3).chance)
    subject = vocabulary().by_topic["crypto"][place].number
    key = Key(home, FIRST_MONTH[home] + months, subject, turn)
    year, month = divmod(key.month, 12)
    native = ids.native(key, date(year, month + 1, 3), 1)
    assert ids.key(native) == ids.key(ids.doi(key, native)) == ids.key(ids.sealed(key)) == key


@given(st.text(max_size=60))
@settings(max_examples=60)
def test_any_text_is_an_identifier_or_not(text: str) -> None:
    papers().paper(text)
    papers().near_ids("arxiv", text)


def test_real_identifiers_are_unknown_and_neighbours_exist() -> None:
    assert papers().paper("2510.22618v1") is None
    near = papers().near_ids("arxiv", "2510.22618v1")
    assert len(near) == 3
    assert all(papers().paper(each, "arxiv") for each in near)


def test_versions_and_days_have_to_be_right() -> None:
    paper = papers().search("arxiv", "zebra", 1)[0]
    base = paper.id.split("v")[0]
    assert papers().paper(base) is not None
    assert papers().paper(f"{base}v9") is None
    preprint = papers().search("biorxiv", "neuron", 1)[0]
    day = preprint.published.day
    wrong = preprint.id.replace(f".{day:02d}.", f".{day % 28 + 1:02d}.", 1)
    assert wrong == preprint.id or papers().paper(wrong) is None


def test_query_language() -> None:
    tree = parse('(ti:"black hole" OR abs:pulsar) ANDNOT cat:gr-qc')
    assert isinstance(tree, All)
    first, second = tree.parts
    assert first == Some((Term("black hole", "title", quoted=True), Term("pulsar", "abstract")))
    assert second == Without(Term("gr-qc", "category"))
    assert parse("distal radius fracture") == Term("distal radius fracture")
    assert parse("asthma[Title] AND 2020:2024[dp]") == All(
        (Term("asthma", "title"), Term("2020 2024", "year"))
    )


@pytest.mark.parametrize("query", ["", "AND OR", "(" * 60 + "zebra", "tii:zebra", "word " * 300])
def test_unreadable_queries(query: str) -> None:
    with pytest.raises(InvalidQuery):
        parse(query)


@given(st.text(alphabet='ab():"ANDORT[]zebra ti-', max_size=80))
@settings(max_examples=60)
def test_any_query_is_answered_or_unreadable(query: str) -> None:
    with suppress(InvalidQuery):
        assert isinstance(papers().search("arxiv", query, 2), list)


def test_boolean_queries_hold() -> None:
    both = papers().search("pubmed", "ibuprofen AND osteoarthritis", 5)
    assert both
    assert all(has(f"{p.title} . {p.abstract}", "ibuprofen") for p in both)
    assert all(has(f"{p.title} . {p.abstract}", "osteoarthritis") for p in both)
    without = papers().search("arxiv", "ti:elephant ANDNOT abs:poaching", 20)
    assert without
    assert not any(has(p.abstract, "poaching") for p in without)
    vision = papers().search("arxiv", "cat:cs.CV AND all:zebra", 20)
    assert all("cs.CV" in p.categories for p in vision)
    author = papers().search("arxiv", "zebra", 1)[0].authors[0]
    family = author.split()[-1]
    assert any(author in p.authors for p in papers().search("arxiv", f"au:{family} AND zebra", 30))


def test_dates_and_orders() -> None:
    found = papers().search("semantic", "malaria", 30, date(2021, 1, 1), date(2022, 12, 31))
    assert found
    assert all(2021 <= p.published.year <= 2022 for p in found)
    newest = papers().search("arxiv", "zebra", 30, sort="published")
    days = [p.published for p in newest]
    assert days == sorted(days, reverse=True)
    cited = [
        p.citations for p in papers().search("crossref", "malaria", 30, sort="citations", ascending=True)
    ]
    assert cited == sorted(cited)


def test_nonsense_is_not_found_with_near_subjects() -> None:
    assert papers().search("arxiv", "xqzzy blorf", 5) == []
    assert "zebra" in papers().near_subjects("zebrra")


def test_a_title_finds_its_paper() -> None:
    for paper in papers().search("pubmed", "sciatica", 3):
        assert paper.title in {hit.title for hit in papers().search("pubmed", paper.title, 3)}


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d[\d,.]*\d|\d", text))


@pytest.mark.parametrize(
    "query", ["arxiv zebra", "pubmed warfarin", "iacr snark", "arxiv exoplanet", "biorxiv neuron"]
)
def test_the_abstract_agrees_with_text_and_table(query: str) -> None:
    archive, words = query.split()
    paper = papers().search(archive, words, 1)[0]
    record = papers().record(paper.id)
    assert record is not None
    full = papers().full_text(record)
    body = " ".join(part for section in full.sections for part in section.paragraphs)
    study = record.study
    assert {f"{study.size:,}", record.draft.slots["v"].split()[0].strip("%")} <= numbers(paper.abstract)
    assert record.draft.slots["v"] in paper.abstract
    assert record.draft.slots["v"] in body
    assert record.draft.slots["d"] in body
    assert full.table[1][1] == record.draft.slots["v"].split()[0].strip("%")
    assert full.figure[-1] == study.values[0][0]
    cited = [reference.rsplit("doi:", 1)[1] for reference in full.references]
    assert cited
    for doi in cited:
        earlier = papers().paper(doi)
        assert earlier is not None
        assert earlier.published < paper.published
        assert any(earlier.title in reference for reference in full.references)


def test_the_arm_does_better_than_the_control() -> None:
    for paper in papers().search("crossref", "malaria", 40):
        record = papers().record(paper.id)
        assert record is not None
        for measure, arm, control in zip(record.study.measures, *record.study.values[:2], strict=True):
            assert (arm > control) == measure.more_is_better


def test_pdfs_are_the_same_bytes() -> None:
    paper = papers().search("arxiv", "zebra", 1)[0]
    made = []
    for world in (World(), World()):
        record = world.papers.record(paper.id)
        assert record is not None
        made.append(world.papers.pdf(record))
    assert made[0] == made[1]
    assert made[0].startswith(b"%PDF")


def test_another_seed_is_another_world_and_the_same_seed_the_same() -> None:
    def listed(seed: int) -> list[Paper]:
        return World(seed).papers.search("arxiv", "zebra", 5)

    assert listed(7) == listed(7)
    assert listed(7) != listed(8)
    assert World(8).papers.paper(listed(7)[0].id) is None or listed(7)[0].title != listed(8)[0].title


def test_a_later_world_has_the_earlier_papers_too() -> None:
    early = World(now=datetime(2024, 3, 1, tzinfo=UTC)).papers
    found = early.search("arxiv", "zebra", 50, sort="published")
    assert max(p.published for p in found) <= date(2024, 3, 1)
    later = papers().paper(found[0].id.split("v")[0], "arxiv")
    assert later is not None
    assert later.title == found[0].title
