"""`BioMCP`: facts that two of its sources state, and where they contradict each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from m3bench_world import World
from tests.servers.asking import InProcess

SEEDS = (7, 8)
Compared = list[tuple[str, str, str]]
"""Things, each with the values of both sources."""


def field(text: str, name: str) -> str:
    found = re.search(rf"\*\*{name}\*\*: (.+)", text)
    assert found, f"{name} in {text[:300]}"
    return found[1]


def enrollments(ask: InProcess) -> Compared:
    listed = ask("trial_searcher", interventions="nivolumab", recruiting_status="CLOSED", page_size=100).text
    trials = re.findall(r"(NCT\d{8})\n- \*\*Status\*\*: COMPLETED", listed)
    return [
        (
            nct,
            field(ask("trial_protocol_getter", nct_id=nct).text, "Enrollment"),
            field(ask("trial_references_getter", nct_id=nct).text, "Reported enrollment").split()[0],
        )
        for nct in trials
    ]


def trial_counts(ask: InProcess) -> Compared:
    page = ask("disease_getter", disease_id_or_name="Colorectal cancer").text
    return [
        (
            code,
            ask("trial_searcher", other_terms=code, page_size=1).text.split("\n")[2].split()[0],
            field(ask("nci_biomarker_searcher", name=code).text, "Trials").split()[0],
        )
        for code in re.findall(r"BMK\d+", page)
    ]


def approval_years(ask: InProcess) -> Compared:
    drugs = field(ask("gene_getter", gene_id_or_symbol="EGFR").text, "Drugs").split(", ")
    found = []
    for drug in [*drugs, "Lisinopril", "Losartan", "Warfarin", "Imatinib"]:
        summary = field(ask("drug_getter", drug_id_or_name=drug).text, "Application")
        number, year = summary.rstrip(")").split(" (")
        record = ask("openfda_approval_getter", application_number=number).text
        found.append((drug, field(record, "Approved")[:4], year))
    return found


def variant_classes(ask: InProcess) -> Compared:
    found = []
    for gene in ("EGFR", "ATM"):
        page = ask("gene_getter", gene_id_or_symbol=gene).text
        for rsid, stated in re.findall(r"\((rs\d+)\), (\w+)$", page, re.MULTILINE):
            record = ask("variant_getter", variant_id=rsid).text
            found.append((rsid, field(record, "Clinical significance"), stated))
    return found


def citations(ask: InProcess) -> Compared:
    papers = InProcess("Paper Search", ask.workspace)
    listed = ask("article_searcher", genes="EGFR", include_preprints=False, page_size=20).text
    return [
        (
            pmid,
            str(papers("search_pubmed", query=pmid, max_results=1).data[0]["citations"]),
            field(ask("article_getter", pmid=pmid).text, "Citations"),
        )
        for pmid in re.findall(r"\*\*PMID\*\*: (\d+)", listed)
    ]


SOURCES: list[tuple[str, Callable[[InProcess], Compared]]] = [
    ("trial publications", enrollments),
    ("biomarker register", trial_counts),
    ("drug summaries", approval_years),
    ("gene pages", variant_classes),
    ("article copies", citations),
]


def _may_err(thing: str) -> bool:
    """Return whether errata are possible: well-known variants, whose numbers are shorter, have none."""
    return not thing.startswith("rs") or len(thing) == len("rs4000000000")


@pytest.mark.parametrize(("source", "compare"), SOURCES, ids=[name for name, _ in SOURCES])
def test_a_source_contradicts_another_exactly_where_it_has_an_erratum(
    source: str, compare: Callable[[InProcess], Compared], tmp_path: Path
) -> None:
    world = World()
    compared = compare(InProcess("BioMCP", tmp_path, world))
    wrong = {thing for thing, right, stated in compared if right != stated}
    assert wrong == {thing for thing, *_ in compared if _may_err(thing) and world.errata.has(source, thing)}
    assert wrong
    assert len(wrong) < len(compared)


def test_well_known_variants_have_their_class_on_the_page(tmp_path: Path) -> None:
    for seed in SEEDS:
        page = InProcess("BioMCP", tmp_path, World(seed))("gene_getter", gene_id_or_symbol="BRAF").text
        assert "BRAF V600E (rs113488022), pathogenic" in page


def test_before_completion_no_enrollment_is_reported(tmp_path: Path) -> None:
    ask = InProcess("BioMCP", tmp_path)
    running = ask("trial_searcher", interventions="nivolumab", recruiting_status="OPEN", page_size=1).text
    page = ask("trial_references_getter", nct_id=field(running, "NCT")).text
    assert "Reported enrollment" not in page
