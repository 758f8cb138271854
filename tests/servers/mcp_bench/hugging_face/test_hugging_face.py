"""The server `Hugging Face`: ids found by a search can be looked up, and entries lead to each other."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Hugging Face"


def test_models_are_found_by_author_tag_and_words(ask: Asking) -> None:
    data = ask(
        "search-models", query="text-classification", author="distilbert", tags="text-classification"
    ).data
    assert data[0]["id"] == "distilbert/distilbert-base-uncased-finetuned-sst-2-english"
    assert {one["author"] for one in data} == {"distilbert"}
    downloads = [one["downloads"] for one in ask("search-models", query="ner", limit=8).data]
    assert downloads == sorted(downloads, reverse=True)
    assert len(downloads) == 8
    assert len(ask("search-models").data) == 10
    partly = ask("search-models", query="sentiment chest", author="cardiffnlp").data
    assert [one["author"] for one in partly] == ["cardiffnlp"]
    tagged = ask("search-models", tags="translation, license:apache-2.0", author="google").data
    assert all({"translation", "license:apache-2.0"} <= set(one["tags"]) for one in tagged)


def test_a_model_leads_to_its_data_spaces_and_paper(ask: Asking) -> None:
    found = ask("search-models", query="spam-classification", limit=10).data
    model = next(
        full
        for one in found
        if (full := ask("get-model-info", model_id=one["id"]).data)["spaces"]
        and any(tag.startswith("arxiv:") for tag in full["tags"])
    )
    assert model["weight_size"] == model["parameters"] * 4
    assert model["results"][0]["dataset"] in model["datasets"]
    data = ask("get-dataset-info", dataset_id=model["datasets"][0]).data
    assert model["id"] in data["models_trained"]
    space = ask("get-space-info", space_id=model["spaces"][0]).data
    assert model["id"] in space["models"]
    assert space["id"] in [one["id"] for one in ask("search-spaces", query=model["id"]).data]
    (arxiv,) = [tag.removeprefix("arxiv:") for tag in model["tags"] if tag.startswith("arxiv:")]
    heard = ask("get-paper-info", arxiv_id=arxiv)
    assert model["id"] in heard.data["repositories"]["models"]
    assert heard.sources == {"papers": "invented", "model-hub": "invented"}


def test_a_well_known_model_has_its_size_and_licence(ask: Asking) -> None:
    model = ask("get-model-info", model_id="bert-base-uncased").data
    assert (model["id"], model["parameters"], model["license"]) == (
        "google-bert/bert-base-uncased",
        110_000_000,
        "apache-2.0",
    )
    better = ask("get-model-info", model_id="Helsinki-NLP/opus-mt-de-en").data["results"]
    assert {score["metric"] for score in better} == {"bleu", "chrf"}


def test_data_sets_have_rows_and_labels(ask: Asking) -> None:
    first = ask("search-datasets", query="ag news", limit=5).data[0]["id"]
    news = ask("get-dataset-info", dataset_id=first).data
    assert news["splits"] == {"train": {"num_rows": 120_000}, "test": {"num_rows": 7_600}}
    assert (len(news["classes"]), news["language"]) == (4, ["en"])
    assert sum(news["label_distribution"]["counts"].values()) == 120_000
    french = ask("search-datasets", author="opus", tags="translation_en_to_fr").data
    assert len(french) >= 4


def test_spaces_are_filtered_by_kit(ask: Asking) -> None:
    data = ask("search-spaces", query="ner-evaluation", sdk="gradio", limit=3).data
    assert data
    assert {space["sdk"] for space in data} == {"gradio"}
    space = ask("get-space-info", space_id=data[0]["id"]).data
    assert space["app_url"].endswith(".hf.space")
    assert (space["metrics"] is None) == (space["runtime"]["stage"] != "RUNNING")
    assert ask("search-spaces", query="ner-evaluation", sdk="cobol").is_error


def test_collections_hold_items_that_exist(ask: Asking) -> None:
    data = ask("search-collections", query="spam classification", limit=2).data
    collection = ask(
        "get-collection-info", namespace=data[0]["namespace"], collection_id=data[0]["collection_id"]
    ).data
    assert len(collection["items"]) == data[0]["items"] > 0
    tools = {"model": ("get-model-info", "model_id"), "dataset": ("get-dataset-info", "dataset_id")}
    for item in collection["items"]:
        tool, argument = tools.get(item["type"], ("get-space-info", "space_id"))
        assert not ask(tool, **{argument: item["id"]}).is_error
    item = collection["items"][0]
    holding = ask("search-collections", item=f"{item['type']}s/{item['id']}", limit=50).data
    assert data[0]["id"] in [one["id"] for one in holding]
    guide = ask("search-collections", query="API specification best practices", limit=1).data[0]
    rules = ask("get-collection-info", namespace=guide["namespace"], collection_id=guide["id"]).data["items"]
    assert any(rule["note"].startswith("Authentication:") for rule in rules)
    wrong = ask("get-collection-info", namespace="somebody-else", collection_id=guide["id"])
    assert "pass its own owner" in wrong.text


def test_daily_papers_can_be_looked_up(ask: Asking) -> None:
    papers = ask("get-daily-papers").data
    assert 5 <= len(papers) <= 30
    for paper in papers[:3]:
        full = ask("get-paper-info", arxiv_id=paper["arxiv_id"]).data
        assert full["title"] == paper["title"]
        assert full["summary"].startswith(paper["summary"].removesuffix("..."))


def test_paper_search_knows_the_same_papers(tmp_path: Path) -> None:
    ask, papers = InProcess(SERVER, tmp_path), InProcess("paper_search", tmp_path)
    paper = ask("get-daily-papers").data[0]
    (same,) = papers("search_arxiv", query=paper["arxiv_id"]).data
    assert (same["title"], same["paper_id"].partition("v")[0]) == (paper["title"], paper["arxiv_id"])


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("get-model-info", {"model_id": "google-bert/bert-base-uncasd"}, "google-bert/bert-base-uncased"),
        ("search-models", {"author": "distilbrt"}, "distilbert"),
        ("search-models", {"tags": "text-clasification"}, "text-classification"),
        ("search-datasets", {"query": "qqqq zzzz"}, "Not found"),
        ("search-datasets", {"tags": ",".join(map(str, range(900)))}, "Not found"),
        ("get-paper-info", {"arxiv_id": "2510.00001"}, "Did you mean: 2510."),
        ("get-space-info", {"space_id": " "}, "space_id"),
        ("search-spaces", {"limit": 0}, "limit"),
        ("get-dataset-info", {"dataset_id": "stanfordnlp/imbd"}, "stanfordnlp/imdb"),
    ],
)
def test_mistakes_are_explained(ask: Asking, tool: str, arguments: dict[str, object], words: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text


def test_counters_move_a_little_in_a_day_and_differ_between_seeds(tmp_path: Path) -> None:
    today = World()
    tomorrow = World(now=today.now + timedelta(days=1))
    name = "google-bert/bert-base-uncased"
    before, after, elsewhere = (
        InProcess(SERVER, tmp_path, world)("get-model-info", model_id=name).data
        for world in (today, tomorrow, World(8))
    )
    assert after["downloads"] == pytest.approx(before["downloads"], rel=0.05)
    assert before["likes"] <= after["likes"] <= before["likes"] * 1.01
    assert before["createdAt"] == after["createdAt"] != elsewhere["createdAt"]
    assert before["downloads"] != elsewhere["downloads"]
