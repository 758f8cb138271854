"""`BioMCP`: trials, organizations, interventions, biomarkers and cancer terms."""

from __future__ import annotations

import re

import pytest

from tests.servers.asking import Asking, InProcess

SERVER = "BioMCP"
VEMURAFENIB = {"conditions": ["melanoma"], "interventions": ["vemurafenib"]}

PARTS = {
    "protocol": "trial_protocol_getter",
    "references": "trial_references_getter",
    "outcomes": "trial_outcomes_getter",
    "locations": "trial_locations_getter",
}


def numbers(text: str) -> list[str]:
    return re.findall(r"\*\*NCT\*\*: (NCT\d{8})", text)


def test_open_trials_of_a_drug_can_be_read_in_parts(ask: Asking) -> None:
    found = ask("trial_searcher", **VEMURAFENIB, phase="PHASE3", recruiting_status="OPEN")
    number = numbers(found.text)[0]
    parts = {name: ask(tool, nct_id=number).text for name, tool in PARTS.items()}
    whole = ask("trial_getter", nct_id=number).text
    assert "BMK20000" in parts["protocol"]
    assert "Progression-free survival" in parts["outcomes"]
    for text in parts.values():
        assert text.partition("\n## ")[2] in whole
    for pmid in re.findall(r"PMID (\d{8})", parts["references"]):
        assert not ask("article_getter", pmid=pmid).is_error
    site = re.findall(r"\*\*(.+?)\*\* \((NCI-\d{6})\), ([^,;]+)", parts["locations"])[0]
    organization = ask("nci_organization_getter", organization_id=site[1]).text
    assert organization.startswith(f"# {site[0]}\n")
    assert site[2] in organization
    assert number in organization


@pytest.mark.parametrize("tool", [*PARTS.values(), "trial_getter"])
def test_an_unknown_trial_is_named(ask: Asking, tool: str) -> None:
    heard = ask(tool, nct_id="NCT00000000")
    assert heard.is_error
    assert "trial_searcher" in heard.text


def test_a_trial_of_healthcare_mcp_is_the_same_here(ask: Asking) -> None:
    care = InProcess("healthcare-mcp", ask.workspace)
    trials = care("clinical_trials_search", condition="melanoma", status="all", max_results=100).data[
        "trials"
    ]
    listed = numbers(ask("trial_searcher", conditions="melanoma", page_size=100).text)
    assert {trial["nct_id"] for trial in trials} <= set(listed)
    for trial in trials[:3]:
        text = ask("trial_getter", nct_id=trial["nct_id"]).text
        assert text.startswith(f"# {trial['title']}\n")
        assert f"**Status**: {trial['status']}\n" in text
        assert all(site["facility"] in text for site in trial["locations"])
    drug = next(name for one in trials for name in one["interventions"] if name.startswith("Drug: "))
    assert not ask("drug_getter", drug_id_or_name=drug.removeprefix("Drug: ")).is_error


def test_filters_narrow_a_search(ask: Asking) -> None:
    everywhere = numbers(ask("trial_searcher", conditions="melanoma", page_size=100).text)
    boston = numbers(ask("trial_searcher", conditions="melanoma", location="Boston, MA", page_size=100).text)
    near = ask(
        "trial_searcher", conditions="melanoma", lat=42.36, long=-71.06, distance=30, page_size=100
    ).text
    assert boston == numbers(near)
    assert set(boston) < set(everywhere)
    assert "Boston" in ask("trial_locations_getter", nct_id=boston[0]).text
    states = [
        set(
            re.findall(
                r"\*\*Status\*\*: (\w+)",
                ask("trial_searcher", conditions="melanoma", page_size=100, **by).text,
            )
        )
        for by in ({"recruiting_status": "OPEN"}, {"recruiting_status": "CLOSED"})
    ]
    assert states[0] <= {"RECRUITING", "NOT_YET_RECRUITING"}
    assert states[0].isdisjoint(states[1])
    for by in (
        {"age_group": "CHILD"},
        {"sex": "FEMALE"},
        {"study_type": "OBSERVATIONAL"},
        {"funder_type": "INDUSTRY"},
        {"healthy_volunteers": "NO"},
    ):
        assert set(numbers(ask("trial_searcher", conditions="asthma", page_size=100, **by).text))


def test_pharmacogenetic_trials_and_kinds_of_drugs_are_found(ask: Asking) -> None:
    guided = ask(
        "trial_searcher",
        conditions=["Atrial Fibrillation"],
        interventions=["Warfarin"],
        other_terms=["genotype", "pharmacogenetic"],
        phase="PHASE4",
    )
    assert "CYP2C9" in guided.text
    inhibitors = ask(
        "trial_searcher", conditions=["melanoma"], interventions=["BRAF inhibitor"], page_size=50
    )
    assert {"Drug: Vemurafenib", "Drug: Dabrafenib"} <= set(re.findall(r"Drug: \w+", inhibitors.text))
    alone = ask("trial_searcher", interventions="Zelboraf")
    assert "vemurafenib" in alone.text


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ({}, "pass conditions, interventions or other_terms"),
        ({"conditions": "xqzzy"}, "no condition"),
        ({"conditions": "melanoma", "lat": 1.0}, "both lat and long"),
        ({"conditions": "melanoma", "study_type": "EXPANDED_ACCESS"}, "fewer filters"),
        ({"conditions": "melanoma", "phase": ["PHASE2"]}, "Invalid arguments"),
    ],
)
def test_searches_that_cannot_work_say_why(ask: Asking, arguments: dict[str, object], advice: str) -> None:
    heard = ask("trial_searcher", **arguments)
    assert heard.is_error
    assert advice in heard.text


def test_organizations_of_a_city_are_found(ask: Asking) -> None:
    found = ask("nci_organization_searcher", city="Boston", state="MA").text
    assert found.count("Boston, Massachusetts") == len(re.findall(r"NCI-\d{6}", found)) >= 7
    assert ask("nci_organization_searcher", city="Boston", state="Massachusetts").text == found
    assert "Cancer Center" in ask("nci_organization_searcher", organization_type="cancer center").text
    assert ask("nci_organization_searcher", city="Boston", state="TX").is_error
    assert "nci_organization_searcher" in ask("nci_organization_getter", organization_id="NCI-1").text


def test_biomarkers_have_codes_that_trials_use(ask: Asking) -> None:
    found = ask("nci_biomarker_searcher", name="BRAF V600E").text
    code = re.findall(r"\*\*Code\*\*: (BMK\d{5})", found)[0]
    trials = ask("trial_searcher", conditions="melanoma", other_terms=[code], recruiting_status="OPEN").text
    assert code in trials
    assert ask("nci_biomarker_searcher", name="PD-L1").text.count("**Code**") >= 4
    assert "fusion" in ask("nci_biomarker_searcher", biomarker_type="fusion").text
    assert ask("nci_biomarker_searcher", name="no such marker").is_error
    assert ask("fetch", id=code).data["title"] == "BRAF V600E Mutation"


def test_interventions_and_cancer_terms_are_found(ask: Asking) -> None:
    found = ask("nci_intervention_searcher", name="zelboraf").text
    number = re.findall(r"INT\d{6}", found)[0]
    whole = ask("nci_intervention_getter", intervention_id=number).text
    assert whole.startswith("# Vemurafenib\n")
    assert "BRAF" in whole
    assert ask("nci_intervention_searcher", name="zelboraf", synonyms=False).is_error
    assert "Mindfulness" in ask("nci_intervention_searcher", intervention_type="Behavioral").text
    assert ask("nci_intervention_getter", intervention_id="INT1").is_error
    terms = ask("nci_disease_searcher", name="AML").text
    assert "Acute myeloid leukemia" in terms
    assert ask("nci_disease_searcher", name="AML", include_synonyms=False).is_error
    assert "Lynch" in ask("nci_disease_searcher", category="hereditary cancer").text
