"""`BioMCP`: one search and one fetch for all domains, and the chain of thoughts."""

from __future__ import annotations

import json

import pytest

from tests.servers.asking import Asking, InProcess

SERVER = "BioMCP"
QUERIES = {
    "article": "gene:BRAF AND variant:V600E",
    "trial": "condition:melanoma AND intervention:vemurafenib AND phase:PHASE3",
    "variant": "gene:BRAF AND variant:V600E",
    "gene": "BRAF",
    "drug": "drug:vemurafenib",
    "disease": "melanoma",
    "nci_organization": "Boston",
    "nci_intervention": "warfarin",
    "nci_biomarker": "PD-L1",
    "nci_disease": "melanoma",
    "fda_adverse": "warfarin",
    "fda_label": "warfarin",
    "fda_device": "sequencer",
    "fda_approval": "warfarin",
    "fda_recall": "drug:warfarin",
    "fda_shortage": "drug:cisplatin",
}


@pytest.mark.parametrize("domain", sorted(QUERIES.keys() - {"fda_recall"}))
def test_a_hit_can_be_fetched_with_and_without_its_domain(ask: Asking, domain: str) -> None:
    data = ask("search", query=QUERIES[domain], domain=domain, page_size=3).data
    assert data["total"] >= len(data["results"]) > 0
    hit = data["results"][0]
    assert {"id", "title", "text", "url"} <= hit.keys()
    record = ask("fetch", id=hit["id"], domain=domain).data
    assert record["metadata"]["domain"] == domain
    assert record["text"]
    if domain not in ("nci_disease", "fda_shortage"):  # these have the ids of a disease and of a drug
        assert ask("fetch", id=hit["id"]).data == record


def test_recalls_are_fetched_by_number(ask: Asking) -> None:
    listed = ask("openfda_recall_searcher", limit=1).text
    number = listed.partition("**D-")[2][:9]
    assert ask("fetch", id=f"D-{number}").data["metadata"]["domain"] == "fda_recall"


def test_one_query_searches_several_domains(ask: Asking) -> None:
    data = ask("search", query="gene:CYP2C9 AND variant:CYP2C9*3 AND drug:warfarin").data
    assert {"article", "trial", "variant", "gene", "drug"} <= data["totals"].keys()
    hits = {hit["domain"]: hit for hit in data["results"]}
    assert hits["variant"]["title"] == "CYP2C9*3"
    assert "CYP2C9*3" in hits["article"]["text"]
    few = ask("search", query="x", genes="BRAF", max_results_per_domain=1).data["results"]
    assert len({hit["domain"] for hit in few}) == len(few)
    lone = ask("search", query="variant:CYP2C9*3", domain="variant").data["results"]
    assert [hit["title"] for hit in lone] == ["CYP2C9*3"]
    assert "rs1057910" in ask("fetch", id="rs1057910").data["text"]


def test_the_query_is_explained_and_its_fields_are_listed(ask: Asking) -> None:
    read = ask("search", query="gene:BRAF AND disease:melanoma AND phase:3", explain_query=True).data
    assert read["read_as"] == {"genes": ["BRAF"], "diseases": ["melanoma"], "phase": "3"}
    assert "gene" in ask("search", query="", get_schema=True).data["fields"]


def test_trials_are_fetched_in_parts(ask: Asking) -> None:
    hit = ask("search", query=QUERIES["trial"], domain="trial", recruiting_status="OPEN").data["results"][0]
    texts = {
        part: ask("fetch", id=hit["id"], detail=part).data["text"]
        for part in ("protocol", "locations", "outcomes", "references", "all", "full")
    }
    assert texts["all"] == texts["full"]
    assert "## Locations" in texts["locations"]
    assert "## Locations" not in texts["protocol"]


@pytest.mark.parametrize(
    ("tool", "arguments", "advice"),
    [
        ("search", {"query": " "}, "empty"),
        ("search", {"query": "colour:blue"}, "fields are gene"),
        ("search", {"query": "melanoma", "page": 0}, "start at 1"),
        ("search", {"query": "melanoma", "lat": 3.0}, "both lat and long"),
        ("search", {"query": "melanoma", "phase": "nine"}, "PHASE4"),
        ("search", {"query": "melanoma", "recruiting_status": "perhaps"}, "OPEN, CLOSED, ANY"),
        ("search", {"query": "xqzzy", "domain": "gene"}, "no gene"),
        ("search", {"query": "xqzzy"}, "try other words"),
        ("fetch", {"id": "xqzzy"}, "pass an id of a search"),
        ("fetch", {"id": "xqzzy", "domain": "trial"}, "trial_searcher"),
        ("think", {"thought": " ", "thoughtNumber": 1, "totalThoughts": 1}, "empty"),
        ("think", {"thought": "x", "thoughtNumber": 0, "totalThoughts": 1}, "thoughtNumber"),
        ("think", {"thought": "x", "thoughtNumber": 900, "totalThoughts": 1}, "start a new chain"),
    ],
)
def test_mistakes_get_advice(ask: Asking, tool: str, arguments: dict[str, object], advice: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert advice in heard.text


def test_thoughts_are_kept_in_the_workspace(ask: Asking) -> None:
    first = ask("think", thought="plan", thoughtNumber=1, totalThoughts=3).data
    assert (first["thoughtsRecorded"], first["nextThoughtNeeded"]) == (1, True)
    third = ask("think", thought="end", thoughtNumber=3, totalThoughts=3, nextThoughtNeeded=False).data
    assert (third["thoughtsRecorded"], third["missingThoughts"]) == (2, [2])
    chain = json.loads((ask.workspace / ".biomcp" / "thoughts.json").read_text())
    assert [one["text"] for one in chain] == ["plan", "end"]
    assert (
        InProcess(SERVER, ask.workspace)("think", thought="b", thoughtNumber=2, totalThoughts=3).data[
            "thoughtsRecorded"
        ]
        == 3
    )
    assert ask("think", thought="anew", thoughtNumber=1, totalThoughts=1).data["thoughtsRecorded"] == 1
    (ask.workspace / ".biomcp" / "thoughts.json").write_text("not ours")
    assert ask("think", thought="again", thoughtNumber=2, totalThoughts=2).data["missingThoughts"] == [1]
