"""Readers of `BioMCP`'s texts, which plans of tasks use."""

from __future__ import annotations

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.medicine._shared.biomarker_counts import oldest_age
from m3bench_suites.builders.cross.medicine._shared.reading import (
    Cohort,
    Named,
    approval_date,
    biomarkers,
    code_in,
    cohorts,
    entry,
    items,
    listed_trials,
    parts,
    sites,
    total,
    whole,
)
from m3bench_suites.builders.cross.medicine._shared.variant_classes import listed_classes, strongest_effect
from m3bench_suites.builders.cross.medicine.biomcp import report_ids


def result(text: str) -> CallResult:
    return CallResult(0, "BioMCP/any", Result(content=(Text(text),)))


def test_lines_are_read_by_their_name() -> None:
    page = result("# Trial\n\n- **Enrollment**: 1,250\n- **Age**: 18 to 85 years\n- **Drugs**: A, B C")
    assert entry(page, "Age") == "18 to 85 years"
    assert whole(page, "Enrollment") == 1250
    assert items(page, "Drugs") == ["A", "B C"]
    assert oldest_age(page) == 85
    with pytest.raises(PlanError, match="Sponsor"):
        entry(page, "Sponsor")
    with pytest.raises(PlanError, match="no number"):
        whole(page, "Drugs")


def test_codes_and_totals_are_found_in_values() -> None:
    assert code_in("Elm Clinic (NCI-100757)", r"NCI-\d+") == "NCI-100757"
    assert total(result("# Trials\n\n1,027 trials found; shown 1 to 10.")) == 1027
    with pytest.raises(PlanError):
        code_in("Elm Clinic", r"NCI-\d+")
    with pytest.raises(PlanError):
        total(result("Not found: no trials match"))


def test_lists_keep_their_order() -> None:
    page = result("- **Biomarkers of trials**: PD-L1 (TPS 50% or More) (BMK20003), ALK Fusion (BMK20012)")
    assert biomarkers(page) == [
        Named("PD-L1 (TPS 50% or More)", "BMK20003"),
        Named("ALK Fusion", "BMK20012"),
    ]
    places = result("- **Elm Clinic** (NCI-100001), Boston\n- **Oak Hospital, Rome** (NCI-100002), Rome")
    assert sites(places) == [Named("Elm Clinic", "NCI-100001"), Named("Oak Hospital, Rome", "NCI-100002")]
    assert listed_trials(result("- NCT09000002 (COMPLETED): A\n- NCT09000001 (RECRUITING): B")) == [
        "NCT09000002",
        "NCT09000001",
    ]
    assert parts(result("# Trials\n\n## A\n\n- **NCT**: 1\n\n## Notes\n\nnone")) == ["A\n\n- **NCT**: 1\n"]
    assert report_ids(result("- 771921915: 2025-11-01, Afatinib; Rash; Not serious")) == ["771921915"]
    with pytest.raises(PlanError):
        report_ids(result("no reports"))


def test_cohorts_have_their_percentages() -> None:
    page = result("- Atlas: Lung cancer: 1,455 of 2,382 samples altered (61.1%), most often L858R")
    assert cohorts(page) == [Cohort("Atlas: Lung cancer", 1455, 2382, 61.1)]
    assert cohorts(result("- Atlas: none")) == []


def test_classes_and_effects_are_read() -> None:
    page = result("## Variants\n\n- BRAF V600E (rs113488022), pathogenic\n- BRAF K1L (rs4000000001), benign")
    assert listed_classes(page) == {"rs113488022": "pathogenic", "rs4000000001": "benign"}
    with pytest.raises(PlanError):
        listed_classes(result("## Variants"))
    effects = "- ATM, skin, gene expression: -2.71 (log2)\n- ATM, lung, splicing: +1.40 (log2)"
    assert strongest_effect(result(effects)) == ("skin", -2.71)
    with pytest.raises(PlanError):
        strongest_effect(result("No effect reaches the threshold."))
    with pytest.raises(PlanError):
        strongest_effect(result(effects.replace("1.40", "2.71")))


def test_an_approval_is_read_from_its_record_and_from_a_search() -> None:
    assert approval_date(result("# NDA1\n\n- **Approved**: 2013-07-12")) == "2013-07-12"
    assert approval_date(result("- **NDA1**: A (B); C; approved 2013-07-12; 9 submissions")) == "2013-07-12"
    with pytest.raises(PlanError):
        approval_date(result("no applications match"))
