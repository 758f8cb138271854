"""Trials in detail: the clinic's and those that ask for a biomarker."""

from __future__ import annotations

from datetime import timedelta

import pytest

from m3bench_world import World
from m3bench_world.studies.organizations import cities

WORLD = World()
STUDIES = WORLD.studies


def test_trials_of_the_clinic_are_the_same_here() -> None:
    for name in ("melanoma", "asthma", "atrial fibrillation"):
        condition = WORLD.clinic.condition(name)
        assert condition is not None
        clinic = {trial.nct_id: trial for trial in WORLD.clinic.trials(condition)}
        found, known = STUDIES.trials([name], [], [])
        here = {trial.nct_id: trial for trial in found}
        assert known == [condition.name]
        assert clinic.items() <= here.items()
        assert all(STUDIES.trial(number) == trial for number, trial in here.items())


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_each_drug_of_a_biomarker_always_has_open_trials(seed: int) -> None:
    for days in (0, 400, 800):
        world = World(seed, WORLD.now + timedelta(days=days))
        found, _ = world.studies.trials(["melanoma"], ["vemurafenib"], [])
        recruiting = {trial.phase for trial in found if trial.status == "RECRUITING"}
        assert {"PHASE2", "PHASE3"} <= recruiting
    guided, _ = World(seed).studies.trials(["atrial fibrillation"], ["warfarin"], ["genotype"])
    assert any(trial.phase == "PHASE4" for trial in guided)


def test_tomorrow_changes_no_date_and_no_site() -> None:
    later = World(now=WORLD.now + timedelta(days=1)).studies
    found, _ = STUDIES.trials(["melanoma"], ["vemurafenib"], [])
    for trial in found:
        again = later.trial(trial.nct_id)
        assert again is not None
        assert (again.title, again.start, again.completion, again.sites) == (
            trial.title, trial.start, trial.completion, trial.sites,
        )  # fmt: skip


def test_results_are_posted_only_after_the_end() -> None:
    found, _ = STUDIES.trials(["melanoma"], [], [])
    posted = [trial for trial in found if STUDIES.has_results(trial)]
    assert posted
    assert {trial.status for trial in posted} <= {"COMPLETED", "TERMINATED"}
    for trial in found:
        valued = [outcome for outcome in STUDIES.outcomes(trial) if outcome.values]
        assert bool(valued) == STUDIES.has_results(trial)


def test_a_biomarker_leads_to_its_trials_and_a_kind_of_drug_to_its_drugs() -> None:
    marker = next(one for one in STUDIES.markers() if one.name == "BRAF V600E Mutation")
    found, _ = STUDIES.trials(["melanoma"], [], [marker.id])
    assert found
    assert all(STUDIES.marker_of(trial) == marker for trial in found)
    assert any(marker.id in line for line in STUDIES.protocol(found[0]).inclusion)
    inhibited, _ = STUDIES.trials(["melanoma"], ["BRAF inhibitor"], [])
    drugs = {trial.interventions[0] for trial in inhibited}
    assert {"Drug: Vemurafenib", "Drug: Dabrafenib"} <= drugs
    assert "Drug: Pembrolizumab" not in drugs


def test_sites_belong_to_organizations_of_the_register() -> None:
    found, _ = STUDIES.trials(["melanoma"], ["vemurafenib"], [])
    for site in STUDIES.sites(found[0]):
        one = STUDIES.organization(site.organization)
        assert one is not None
        assert (one.name, one.city) == (site.facility, site.city)
        assert found[0] in STUDIES.trials_at(one)
    assert all(
        STUDIES.organization(organization.id) == organization for organization in STUDIES.organizations()
    )
    assert STUDIES.organization("NCI-999999") is None


def test_references_are_papers_that_can_be_looked_up() -> None:
    found, _ = STUDIES.trials(["melanoma"], ["vemurafenib"], [])
    for paper in STUDIES.references(found[1]):
        assert WORLD.papers.paper(paper.home_id, "pubmed") == paper


def test_interventions_are_drugs_of_the_pharmacy() -> None:
    for intervention in STUDIES.interventions()[:60]:
        found = STUDIES.intervention(intervention.id)
        assert found is not None
        assert found[0] == intervention
        assert found[1] is not None
        assert found[1].name == intervention.name
    assert STUDIES.intervention("INT999999") is None


def test_cities_are_where_the_atlas_has_them() -> None:
    for city in list(cities().values())[::7]:
        place = WORLD.atlas.find(", ".join(part for part in (city.name, city.state, city.country) if part))
        assert place is not None
        assert (city.latitude, city.longitude) == (place.lat, place.lng)


@pytest.mark.parametrize("number", ["NCT09999999", "NCT0900000", "NCT00000001", "nonsense"])
def test_unknown_numbers_have_no_trial(number: str) -> None:
    assert STUDIES.trial(number) is None
