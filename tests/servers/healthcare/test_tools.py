"""Every tool of the health desk gives answers that agree with each other and with the world."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking, InProcess
from tests.servers.healthcare.dicom_files import scan

SERVER = "healthcare-mcp"

TESTED = (
    "fda_drug_lookup",
    "pubmed_search",
    "medrxiv_search",
    "calculate_bmi",
    "ncbi_bookshelf_search",
    "extract_dicom_metadata",
    "health_topics",
    "clinical_trials_search",
    "lookup_icd_code",
    "get_usage_stats",
    "get_all_usage_stats",
)


def test_every_tool_is_tested_here() -> None:
    assert tuple(load(SERVER).tools) == TESTED


def test_a_drug_in_general(ask: Asking) -> None:
    heard = ask("fda_drug_lookup", drug_name="Advil")
    drug = heard.data["drug"]
    assert drug["generic_name"] == "Ibuprofen"
    assert drug["drugbank_id"] == "DB01050"
    assert "Motrin" in drug["brand_names"]
    assert drug["marketing_status"] == "Over-the-counter and prescription"
    assert {"form": "oral suspension", "strengths": ["100 mg/5 mL"]} in drug["dosage_forms"]
    assert heard.sources == {"drugs": "real", "labels": "invented"}


def test_a_label_has_the_sections_that_people_look_for(ask: Asking) -> None:
    heard = ask("fda_drug_lookup", drug_name="hydrocortisone cream 1%", search_type="label")
    label = heard.data["label"]
    assert label["openfda"]["generic_name"] == ["Hydrocortisone"]
    assert "TOPICAL" in label["openfda"]["route"]
    assert "eczema" in label["indications_and_usage"]
    assert "external use" in label["warnings"]
    for section in (
        "active_ingredient",
        "dosage_and_administration",
        "adverse_reactions",
        "inactive_ingredient",
    ):
        assert label[section]
    assert len(heard.text) < 6_000


def test_the_same_drug_by_other_names(ask: Asking) -> None:
    names = ("Naproxen sodium", "Aleve", "naproxen 220 mg tablets")
    labels = [ask("fda_drug_lookup", drug_name=name, search_type="label").data["label"] for name in names]
    assert len({label["set_id"] for label in labels}) == 1


def test_adverse_events_add_up(ask: Asking) -> None:
    events = ask("fda_drug_lookup", drug_name="warfarin", search_type="adverse_events").data["adverse_events"]
    total = events["total_reports"]
    assert sum(reaction["count"] for reaction in events["reactions"]) == total
    for part in ("by_seriousness", "by_sex", "by_age", "by_year"):
        assert sum(events[part].values()) == total
    assert events["reactions"][0]["reaction"] in ("Bleeding", "Bruising")


def test_articles_have_the_words_of_the_query(ask: Asking) -> None:
    data = ask("pubmed_search", query="warfarin", max_results=3).data
    assert data["result_count"] == len(data["articles"]) == 3
    for article in data["articles"]:
        assert "warfarin" in (article["title"] + article["abstract"]).lower()
        assert article["pmid"].isdigit()
        assert article["pmid"] in article["url"]
        paper = World().papers.paper(article["pmid"], "pubmed")
        assert paper is not None
        assert paper.title == article["title"]


def test_articles_of_the_last_years_and_open_ones(ask: Asking) -> None:
    every = ask("pubmed_search", query="asthma", max_results=40).data["articles"]
    recent = ask("pubmed_search", query="asthma", max_results=40, date_range="3").data["articles"]
    assert recent
    assert all(article["publication_date"] >= "2022-11-05" for article in recent)
    spans = ask("pubmed_search", query="asthma", max_results=40, date_range="2018-2020").data["articles"]
    assert {article["publication_date"][:4] for article in spans} <= {"2018", "2019", "2020"}
    free = ask("pubmed_search", query="asthma", max_results=40, open_access=True).data["articles"]
    assert free
    assert all(article["open_access"] for article in free)
    assert any(not article["open_access"] for article in every)


def test_preprints(ask: Asking) -> None:
    data = ask("medrxiv_search", query="asthma", max_results=4).data
    assert 1 <= data["result_count"] == len(data["preprints"]) <= 4
    for preprint in data["preprints"]:
        assert "asthma" in (preprint["title"] + preprint["abstract"]).lower()


@pytest.mark.parametrize(
    ("height", "weight", "bmi", "category"),
    [
        (1.75, 70, 22.86, "Normal weight"),
        (2, 100, 25.0, "Overweight"),
        (1, 18.5, 18.5, "Normal weight"),
        (1.6, 102.4, 40.0, "Obesity class III"),
        (1.8, 50, 15.43, "Severe thinness"),
    ],
)
def test_bmi(ask: Asking, height: float, weight: float, bmi: float, category: str) -> None:
    heard = ask("calculate_bmi", height_meters=height, weight_kg=weight)
    assert heard.data["bmi"] == bmi
    assert heard.data["category"] == category
    normal = heard.data["healthy_weight_range_kg"]
    assert normal["min"] == pytest.approx(18.5 * height**2, abs=0.06)
    assert heard.sources == {"arithmetic": "derived"}


def test_chapters(ask: Asking) -> None:
    data = ask("ncbi_bookshelf_search", query="asthma", max_results=3).data
    assert data["books"][0]["title"] == "Asthma"
    for book in data["books"]:
        assert "asthma" in book["title"].lower()
        chapter = World().clinic.chapter(book["id"])
        assert chapter is not None
        assert chapter.title == book["title"]


def test_a_dicom_file_of_the_workspace(ask: Asking) -> None:
    (ask.workspace / "scans").mkdir(exist_ok=True)
    (ask.workspace / "scans" / "chest.dcm").write_bytes(scan())
    data = ask("extract_dicom_metadata", file_path="scans/chest.dcm").data
    assert data["study"]["Modality"] == "CT"
    assert data["patient"] == {"PatientName": "Müller^Anna"}
    assert (data["image"]["Rows"], data["image"]["Columns"]) == (512, 256)
    assert data["has_pixel_data"]
    assert data["element_count"] == len(data["elements"])
    assert {"tag": "(0008,0060)", "name": "Modality", "vr": "CS", "value": "CT"} in data["elements"]


def test_health_topics_in_both_languages(ask: Asking) -> None:
    page = ask("health_topics", topic="Healthy eating").data["topics"][0]
    pagina = ask("health_topics", topic="healthy eating", language="es").data["topics"][0]
    assert page["title"] == "Healthy eating"
    assert pagina["title"] == "Alimentación saludable"
    assert page["id"] == pagina["id"]
    assert [section["heading"] for section in page["sections"]][1] == "What you can do"
    assert len(page["sections"][1]["content"]) >= 3


def test_trials_by_status(ask: Asking) -> None:
    everything = ask(
        "clinical_trials_search", condition="atrial fibrillation", status="all", max_results=100
    ).data
    assert everything["condition"] == "Atrial fibrillation"
    assert everything["icd10_code"] == "I48"
    assert everything["total_count"] == everything["result_count"] == len(everything["trials"])
    recruiting = ask("clinical_trials_search", condition="AFib", max_results=100).data["trials"]
    assert recruiting == [trial for trial in everything["trials"] if trial["status"] == "RECRUITING"]
    trial = recruiting[0]
    assert World().clinic.trial(trial["nct_id"]) is not None
    assert trial["locations"][0]["city"] in trial["locations"][0]["facility"]


def test_trials_are_as_many_as_asked_for(ask: Asking) -> None:
    data = ask("clinical_trials_search", condition="chronic pain", status="all", max_results=5).data
    assert data["result_count"] == len(data["trials"]) == 5 < data["total_count"]


def test_a_code_with_its_family(ask: Asking) -> None:
    heard = ask("lookup_icd_code", code="G89")
    data = heard.data
    assert data["description"] == "Pain, not elsewhere classified"
    assert data["parent"] is None
    assert [child["code"] for child in data["children"]] == ["G89.0", "G89.1", "G89.2", "G89.3", "G89.4"]
    assert data["child_count"] == 5
    child = ask("lookup_icd_code", code="g8929").data
    assert child["parent"]["code"] == "G89.2"
    assert child["is_leaf"]
    assert heard.sources == {"icd10": "real"}


def test_codes_by_words(ask: Asking) -> None:
    codes = ask("lookup_icd_code", description="atrial fibrillation", max_results=5).data["codes"]
    assert codes[0]["code"] == "I48"
    assert len(codes) == 5
    for code in codes:
        assert ask("lookup_icd_code", code=code["code"]).data["description"] == code["description"]
    below = ask("lookup_icd_code", code="I48", description="persistent fibrillation").data["codes"]
    assert below
    assert all(code["code"].startswith("I48") for code in below)


def test_an_injury_with_its_seventh_character(ask: Asking) -> None:
    data = ask("lookup_icd_code", code="S52.501A").data
    assert data["code"] == "S52.501"
    assert "initial encounter" in data["note"]


def test_usage_is_counted_per_session(ask: Asking) -> None:
    before = ask("get_usage_stats").data
    ask("calculate_bmi", height_meters=1.7, weight_kg=60)
    ask("calculate_bmi", height_meters=170, weight_kg=60)
    after = ask("get_usage_stats").data
    assert after["total_calls"] - before["total_calls"] == 2
    assert after["refused_calls"] - before["refused_calls"] == 1
    assert after == ask("get_usage_stats").data
    everything = ask("get_all_usage_stats").data
    assert everything["total_calls"] == after["total_calls"]
    (session,) = everything["sessions"]
    counted = {name: calls for name, calls in session["calls_by_tool"].items() if calls}
    assert counted == after["calls_by_tool"]
    assert set(session["calls_by_tool"]) == set(TESTED) - {"get_usage_stats", "get_all_usage_stats"}


def test_a_new_session_starts_from_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    one, other = (InProcess(SERVER, tmp_path_factory.mktemp("session")) for _ in range(2))
    one("health_topics", topic="sleep")
    assert one("get_usage_stats").data["calls_by_tool"] == {"health_topics": 1}
    assert other("get_usage_stats").data["total_calls"] == 0


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("fda_drug_lookup", {"drug_name": ""}, "drug_name"),
    ("fda_drug_lookup", {"drug_name": "ibuprofin"}, "Did you mean: Ibuprofen"),
    ("fda_drug_lookup", {"drug_name": "aspirin", "search_type": "price"}, "search_type"),
    ("pubmed_search", {"query": " "}, "query"),
    ("pubmed_search", {"query": "asthma", "max_results": 0}, "max_results"),
    ("pubmed_search", {"query": "asthma", "date_range": "recently"}, "date_range"),
    ("pubmed_search", {"query": "qwertyuiop zxcvbnm"}, "Not found"),
    ("medrxiv_search", {"query": "qwertyuiop zxcvbnm"}, "Not found"),
    ("calculate_bmi", {"height_meters": 175, "weight_kg": 70}, "centimetres"),
    ("calculate_bmi", {"height_meters": 1.75, "weight_kg": -1}, "weight_kg"),
    ("calculate_bmi", {"height_meters": 1e308, "weight_kg": 1e308}, "height_meters"),
    ("ncbi_bookshelf_search", {"query": "astma"}, "Asthma"),
    ("extract_dicom_metadata", {"file_path": "../secret.dcm"}, "outside the workspace"),
    ("extract_dicom_metadata", {"file_path": "absent.dcm"}, "no readable file"),
    ("health_topics", {"topic": "slep"}, "Sleep"),
    ("clinical_trials_search", {"condition": "qwertyuiop"}, "no trials"),
    ("clinical_trials_search", {"condition": "migrane"}, "igraine"),
    ("lookup_icd_code", {}, "neither code nor description"),
    ("lookup_icd_code", {"code": "G89.99"}, "G89"),
    ("lookup_icd_code", {"description": "qwertyuiop"}, "Not found"),
    ("lookup_icd_code", {"code": "I48", "description": "cholera"}, "below I48"),
]


@pytest.mark.parametrize(("tool", "arguments", "word"), REFUSED)
def test_what_cannot_be_answered_says_why(
    ask: Asking, tool: str, arguments: dict[str, Any], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text


def test_a_file_that_is_no_dicom(ask: Asking) -> None:
    (ask.workspace / "note.txt").write_text("hello")
    heard = ask("extract_dicom_metadata", file_path="note.txt")
    assert heard.is_error
    assert "not a readable DICOM file" in heard.text
