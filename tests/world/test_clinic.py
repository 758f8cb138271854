"""Codes have families, trials agree with their dates and numbers, and pages exist in both languages."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.clinic import Clinic, Condition


@cache
def clinic() -> Clinic:
    return World().clinic


def condition(text: str) -> Condition:
    known = clinic().condition(text)
    assert known is not None, text
    return known


@pytest.mark.parametrize("text", ["I48.91", "i4891", " I48.91 ", "I48 91"])
def test_a_code_is_found_with_and_without_its_dot(text: str) -> None:
    diagnosis = clinic().diagnosis(text)
    assert diagnosis is not None
    assert diagnosis.code == "I48.91"
    assert diagnosis.title == "Unspecified atrial fibrillation"
    assert diagnosis.section.startswith("I30-I5A")
    assert diagnosis.is_leaf


@given(st.integers(0, 46_880))
def test_families_hold_together(place: int) -> None:
    codes = clinic().codes
    diagnosis = codes.at(place)
    assert codes.place(diagnosis.code) == place
    children = codes.children(diagnosis.code)
    assert bool(children) != diagnosis.is_leaf
    assert all(codes.parent(child) == diagnosis.code for child in children)
    parent = codes.parent(diagnosis.code)
    assert (parent is None) == (len(diagnosis.code) == 3)
    if parent:
        assert diagnosis.code in codes.children(parent)


def test_the_seventh_character_of_injuries() -> None:
    extended = clinic().with_seventh("S52.501A")
    assert extended is not None
    assert extended[0].code == "S52.501"
    assert extended[1] == "initial encounter"
    assert clinic().with_seventh("T15.00XD") is not None
    assert clinic().with_seventh("I48.91A") is None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("cholera", "A00"),
        ("heart attack", "I21"),
        ("high blood pressure", "I10"),
        ("systemic lupus erythematosus", "M32"),
        ("fracture of shaft of radius", "S52.3"),
        ("broken wrist", "S62"),
    ],
)
def test_words_lead_to_the_code(words: str, code: str) -> None:
    assert clinic().diagnoses(words, 5)[0].code == code


def test_found_titles_have_the_words() -> None:
    found = clinic().codes.search("chronic kidney disease", 20)
    assert len(found) == 20
    assert all(word in diagnosis.title.lower() for diagnosis in found[:8] for word in ("chronic", "kidney"))


def test_codes_that_do_not_exist_have_near_misses() -> None:
    assert clinic().diagnosis("G89.99") is None
    assert "G89" in clinic().near_codes("G89.99")
    assert clinic().near_codes("I4")[0].startswith("I4")


def test_everyday_names_of_conditions_have_codes() -> None:
    assert len(clinic().conditions()) > 150
    for known in clinic().conditions():
        assert clinic().diagnosis(known.code) is not None, known.name
        assert condition(known.name) == known


@pytest.mark.parametrize("text", ["chronic pain", "Atrial fibrillation", "lupus", "cholera", "S52.3"])
def test_trials_agree_with_their_numbers_and_dates(text: str) -> None:
    today = World().now.date().isoformat()
    trials = clinic().trials(condition(text))
    assert len({trial.nct_id for trial in trials}) == len(trials) >= 12
    for trial in trials:
        assert clinic().trial(trial.nct_id) == trial
        assert trial.start < trial.completion
        assert (trial.completion <= today) == (trial.status in ("COMPLETED", "TERMINATED", "WITHDRAWN"))
        assert (trial.start > today) == (trial.status == "NOT_YET_RECRUITING")
        assert (trial.enrollment == 0) == (trial.status == "WITHDRAWN")
        assert trial.minimum_age < trial.maximum_age
        assert trial.sites
        assert (trial.phase == "NA") == (not any(way.startswith("Drug: ") for way in trial.interventions))


def test_statuses_part_the_trials() -> None:
    known = condition("asthma")
    every = clinic().trials(known)
    parts = [
        clinic().trials(known, status) for status in ("recruiting", "completed", "active", "not_recruiting")
    ]
    assert sorted(trial.nct_id for part in parts for trial in part) == sorted(trial.nct_id for trial in every)


def test_drugs_of_trials_are_those_of_the_pharmacy() -> None:
    pharmacy = World().pharmacy
    for trial in clinic().trials(condition("migraine")):
        for way in trial.interventions:
            kind, name = way.split(": ", 1)
            assert kind != "Drug" or pharmacy.find(name) is not None


def test_sites_lie_in_places_of_the_atlas() -> None:
    atlas = World().atlas
    sites = {site for trial in clinic().trials(condition("asthma"))[:3] for site in trial.sites}
    for site in sites:
        assert atlas.search(site.city), site.city


@pytest.mark.parametrize("number", ["NCT00000001", "NCT99999999", "NCT1", "", "NCT0420439７"])
def test_other_numbers_lead_nowhere(number: str) -> None:
    assert clinic().trial(number) is None


def test_topics_exist_in_both_languages() -> None:
    english, spanish = clinic().topics("en"), clinic().topics("es")
    assert len(english) == len(spanish) >= 120
    assert [page.id for page in english] == [page.id for page in spanish]
    for page, pagina in zip(english, spanish, strict=True):
        assert page.summary != pagina.summary
        assert [len(lines) for lines in page.sections.values()] == [
            len(lines) for lines in pagina.sections.values()
        ]
        assert clinic().find_topics(page.title)[0] == page
        assert clinic().find_topics(pagina.title, "es")[0] == pagina


def test_topics_are_found_by_other_words() -> None:
    assert clinic().find_topics("hipertensión", "en")[0].title == "High blood pressure"
    assert clinic().find_topics("how to sleep better")[0].title == "Sleep"
    assert clinic().find_topics("qwerty") == []
    assert "Sleep" in clinic().near_topics("slep")


@pytest.mark.parametrize("query", ["asthma", "management of migraine", "ibuprofen", "Tylenol"])
def test_chapters_are_found_again_by_their_number(query: str) -> None:
    chapters = clinic().chapters(query)
    assert chapters
    assert all(clinic().chapter(chapter.id) == chapter for chapter in chapters)
    assert all(chapter.year <= World().now.year for chapter in chapters)


def test_same_seed_same_trials_other_seed_other_trials() -> None:
    def printed(seed: int) -> bytes:
        world = World(seed, datetime(2026, 1, 1, tzinfo=UTC)).clinic
        known = world.condition("gout")
        assert known is not None
        return msgspec.json.encode((world.trials(known), world.chapters("gout")))

    assert printed(3) == printed(3)
    assert printed(3) != printed(4)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.text(max_size=40))
def test_any_text_is_answered(text: str) -> None:
    clinic().near_codes(text)
    clinic().trial(text)
    clinic().chapter(text)
    assert len(clinic().find_topics(text)) <= 3
    assert len(clinic().diagnoses(text, 3)) <= 3
