"""The server `Wikipedia`: the encyclopedia of `wiki`, with sections, links and summaries."""

from __future__ import annotations

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Wikipedia"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    return InProcess("wiki", tmp_path_factory.mktemp("wiki"), World())


@pytest.mark.parametrize("title", ["Apple", "Lisbon", "Warfarin", "Inception", "solar flares"])
def test_an_article_is_that_of_the_original(ask: Asking, wiki: InProcess, title: str) -> None:
    here, there = ask("get_article", title=title).data, wiki("summary", title=title).data
    assert (here["title"], here["summary"]) == (there["title"], there["summary"])
    assert here.get("redirected_from") == there.get("redirected_from")
    assert set(there["links"]) <= set(here["links"])
    texts = {section["title"]: section["text"] for section in here["sections"]}
    assert {section["heading"]: section["text"] for section in there["sections"]}.items() <= texts.items()
    assert ask("get_summary", title=title).data == {"title": there["title"], "summary": there["summary"]}
    assert ask("get_links", title=title).data["links"] == here["links"]
    listed = ask("get_sections", title=title).data["sections"]
    assert [(one["title"], one["characters"]) for one in listed] == [
        (one["title"], len(one["text"])) for one in here["sections"]
    ]
    assert here["categories"]


def test_a_name_leads_where_it_leads_in_the_original(ask: Asking, wiki: InProcess) -> None:
    results = ask("search_wikipedia", query="striped bass", limit=3).data["results"]
    same = wiki("search", query="striped bass", n=3).data["results"]
    assert [one["title"] for one in results] == [one["title"] for one in same]
    assert ask("get_article", title="Mercury").data.get("ambiguous") == wiki(
        "summary", title="Mercury"
    ).data.get("ambiguous")


def test_articles_that_tasks_name_have_sections_and_links(ask: Asking) -> None:
    results = ask("search_wikipedia", query="climate change negotiation frameworks", limit=5).data["results"]
    titles = [result["title"] for result in results]
    assert {"Paris Agreement", "Kyoto Protocol"} <= set(titles)
    assert len(titles) == 5
    sections = [section["title"] for section in ask("get_sections", title="Kyoto Protocol").data["sections"]]
    assert "History" in sections
    topics = ask("get_related_topics", title="Kyoto Protocol", limit=5).data["related_topics"]
    assert len(topics) == 5
    assert "Paris Agreement" in [topic["title"] for topic in topics]
    wind, solar = (ask("get_links", title=title).data["links"] for title in ("Wind power", "Solar energy"))
    assert "Renewable energy policy" in wind
    assert "Renewable energy policy" in solar


def test_summaries_are_about_what_was_asked_and_not_too_long(ask: Asking) -> None:
    query = {"title": "Paris Agreement", "query": "emission reduction targets"}
    summary = ask("summarize_article_for_query", **query, max_length=200).data
    assert summary["on_topic"]
    assert "targets" in summary["summary"]
    assert 0 < len(summary["summary"]) <= 200
    longer = ask("summarize_article_for_query", **query, max_length=900).data["summary"]
    assert 200 < len(longer) <= 900
    other = ask("summarize_article_for_query", title="Paris Agreement", query="zebra").data
    assert not other["on_topic"]
    section = {"title": "Paris Agreement", "section_title": "history"}
    assert ask("summarize_article_section", **section).data["section_title"] == "History"
    for longest in (1, 20, 150):
        assert len(ask("summarize_article_section", **section, max_length=longest).data["summary"]) <= longest
    facts = ask(
        "extract_key_facts",
        title="Solar energy",
        topic_within_article="Environmental impact",
        count=5,
    ).data
    assert len(set(facts["facts"])) == 5
    assert facts["on_topic"] >= 3
    whole = ask("get_article", title="Solar energy").text
    assert all(fact in whole for fact in facts["facts"])
    assert len(ask("extract_key_facts", title="Apple").data["facts"]) == 5


def test_what_does_not_exist_is_not_found(ask: Asking) -> None:
    assert "Did you mean: Paris Agreement" in ask("get_article", title="Paris Agreements Treaty").text
    missing = ask("summarize_article_section", title="Wind power", section_title="Histry")
    assert "its sections are: History, Technology" in missing.text
    assert "Did you mean: History?" in missing.text
    assert ask("search_wikipedia", query="qzxv wqk").is_error
    assert ask("get_related_topics", title="Apple", limit=0).is_error
    assert ask("summarize_article_for_query", title="Apple", query=" ").is_error
