"""Drugs are found by any of their names, and what is said of them agrees."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.pharmacy import Drug, Pharmacy


@cache
def pharmacy() -> Pharmacy:
    return World().pharmacy


def found(text: str) -> Drug:
    drug = pharmacy().find(text)
    assert drug is not None, text
    return drug


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Acetaminophen", "Acetaminophen"),
        ("paracetamol", "Acetaminophen"),
        ("Tylenol Extra Strength 500 mg Caplets", "Acetaminophen"),
        ("Advil", "Ibuprofen"),
        ("Children's Motrin", "Ibuprofen"),
        ("Tums", "Calcium Carbonate"),
        ("pepto bismol", "Bismuth Subsalicylate"),
        ("hydrocortisone cream 1%", "Hydrocortisone"),
        ("Lidocaine patch", "Lidocaine"),
        ("naproxen sodium", "Naproxen"),
        ("Aspirin 81mg", "Aspirin"),
        ("metoprolol succinate ER 50 mg", "Metoprolol"),
        ("tralokinumab-ldrm", "Tralokinumab"),
        ("adalimumab-adaz", "Adalimumab"),
        ("salbutamol", "Albuterol"),
        ("penicillin VK", "Penicillin V"),
        ("vitamin D3", "Cholecalciferol"),
        ("oxycodone acetaminophen", "Oxycodone and Acetaminophen"),
        ("acetaminophen/oxycodone", "Oxycodone and Acetaminophen"),
        ("Percocet 5/325", "Oxycodone and Acetaminophen"),
        ("amoxicillin clavulanate potassium", "Amoxicillin and Clavulanic Acid"),
        ("Rosiglitazone", "Rosiglitazone"),
    ],
)
def test_names_lead_to_the_drug(text: str, name: str) -> None:
    assert found(text).name == name


@pytest.mark.parametrize("text", ["", "%", "xyzzy", "mg", "best remedy for a headache"])
def test_what_names_no_drug_is_not_found(text: str) -> None:
    assert pharmacy().find(text) is None


def test_a_misspelling_has_near_misses() -> None:
    assert pharmacy().find("ibuprofin") is None
    assert pharmacy().near("ibuprofin")[0] == "Ibuprofen"
    assert "Acetaminophen" in pharmacy().near("tylenoll")


def test_real_numbers_of_drugbank() -> None:
    assert found("aspirin").drugbank == "DB00945"
    assert found("warfarin").drugbank == "DB00682"


@pytest.mark.parametrize(
    ("name", "word"),
    [("quinapril", "ACE"), ("nadolol", "beta"), ("pitavastatin", "statin"), ("cloxacillin", "penicillin")],
)
def test_the_stem_tells_the_class_of_other_drugs(name: str, word: str) -> None:
    drug = found(name)
    assert drug.invented
    assert word in drug.kind.title


def test_an_unlisted_combination_names_its_parts() -> None:
    drug = found("ibuprofen and famotidine")
    assert set(drug.name.split(" and ")) == {"Ibuprofen", "Famotidine"}
    assert set(drug.indications) & set(found("ibuprofen").indications)


def test_the_common_ones_are_described_and_found_by_every_brand() -> None:
    drugs = pharmacy().common()
    assert len(drugs) >= 250
    for drug in drugs:
        assert drug.indications
        assert drug.products
        assert drug.otc or drug.prescription
        assert found(drug.name) == drug
    brands = [(brand, drug) for drug in drugs for brand in drug.brands]
    assert all(found(brand) == drug for brand, drug in brands)
    assert (
        {"Ibuprofen", "Loratadine"}
        <= {drug.name for drug in pharmacy().otc()}
        <= {drug.name for drug in drugs}
    )


def test_a_label_speaks_of_the_brand_and_form_that_was_asked_for() -> None:
    drug = found("diclofenac")
    label = pharmacy().label(drug, "Cataflam tablets")
    assert label.brand == "Cataflam"
    assert "tablet" in label.sections["active_ingredient"]
    assert pharmacy().label(drug).brand == "Voltaren"
    assert pharmacy().label(drug).product_type == "HUMAN OTC DRUG"


def test_labels_are_whole_and_small() -> None:
    for drug in pharmacy().common():
        label = pharmacy().label(drug)
        assert label.generic == drug.name
        assert all(text.strip() for text in label.sections.values()), drug.name
        assert all(use in label.sections["indications_and_usage"] for use in drug.indications)
        assert len(msgspec.json.encode(label)) < 6_000


def test_every_breakdown_of_reports_adds_up() -> None:
    for name in ("warfarin", "rosiglitazone", "ibuprofen and famotidine"):
        events = pharmacy().adverse_events(found(name))
        for parts in (events.reactions, events.seriousness, events.sex, events.age, events.years):
            assert sum(parts.values()) == events.total > 0
            assert all(count >= 0 for count in parts.values())


def test_drugs_for_a_condition() -> None:
    names = {drug.name for drug in pharmacy().treating("atrial fibrillation")}
    assert {"Warfarin", "Digoxin"} <= names


def test_same_seed_same_label_other_seed_other_label() -> None:
    def printed(seed: int) -> bytes:
        shop = World(seed).pharmacy
        drug = shop.find("advil")
        assert drug is not None
        return msgspec.json.encode((shop.label(drug), shop.adverse_events(drug)))

    assert printed(3) == printed(3)
    assert printed(3) != printed(4)


@pytest.mark.slow
@given(st.text(max_size=80))
def test_any_text_is_answered(text: str) -> None:
    drug = pharmacy().find(text)
    assert drug is None or drug.name
    assert len(pharmacy().near(text)) <= 5
