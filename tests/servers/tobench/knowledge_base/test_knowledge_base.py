"""The server `knowledge-base`."""

from __future__ import annotations

import pytest

from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "knowledge-base"
HANDBOOK = World().handbook
RETURNS = HANDBOOK.find("shop", "returns")
CURRENT, OLD = RETURNS.current(HANDBOOK.today), RETURNS.versions[0]


def test_a_search_says_which_version_is_in_force(ask: Asking) -> None:
    data = ask("search_articles", query="return unused goods days of delivery", topic="returns").data
    assert data["hits"][0]["article"] == RETURNS.id
    assert {hit["status"] for hit in data["hits"]} >= {"current", "outdated"}
    only = ask("search_articles", query="return unused goods", status="current").data["hits"]
    assert {hit["status"] for hit in only} == {"current"}
    assert f"within {CURRENT.facts['return_days']} days" in only[0]["text"]


def test_an_article_is_read_in_force_or_as_it_was(ask: Asking) -> None:
    now = ask("read_article", article_id=RETURNS.id.lower()).data
    assert (now["version"], now["status"]) == (CURRENT.number, "current")
    assert now["sections"][0]["text"] == CURRENT.sections[0].text
    old = ask("read_article", article_id=RETURNS.id, version=1).data
    assert (old["status"], old["valid_until"]) == ("outdated", str(OLD.valid_until))


def test_topics_relations_and_versions_are_listed(ask: Asking) -> None:
    companies = ask("list_topics").data["companies"]
    assert set(companies) == set(HANDBOOK.companies.values())
    assert list(ask("list_topics", company=RETURNS.company.upper()).data["companies"]) == [RETURNS.company]
    related = ask("related_articles", article_id=RETURNS.id).data
    assert [each["article"] for each in related["refers_to"]] == list(RETURNS.links)
    assert all(RETURNS.id in HANDBOOK.articles[each["article"]].links for each in related["referred_by"])
    versions = ask("list_versions", article_id=RETURNS.id, day=str(OLD.valid_from)).data
    assert versions["in_force"] == 1
    assert versions["versions"][1]["changed_sections"]
    assert ask("list_versions", article_id=RETURNS.id, day="1999-01-01").data["in_force"] is None


def test_a_passage_is_cited_with_its_place(ask: Asking) -> None:
    cited = ask("cite_passage", article_id=RETURNS.id, passage="may return UNUSED goods").data
    assert cited["quote"] == CURRENT.sections[0].text.split(". ")[0] + "."
    assert cited["reference"].endswith(f"({RETURNS.id}, version {CURRENT.number}), Period")


def test_what_only_an_old_version_says_is_not_cited_as_valid(ask: Asking) -> None:
    name = next(name for name in OLD.facts if OLD.facts[name] != CURRENT.facts[name])
    texts = {section.text for section in OLD.sections} - {section.text for section in CURRENT.sections}
    sentences = [each for text in texts for each in text.split(". ")]
    said = next(sentence for sentence in sentences if str(OLD.facts[name]) in sentence).rstrip(".")
    heard = ask("cite_passage", article_id=RETURNS.id, passage=said)
    assert heard.is_error
    assert "version 1" in heard.text
    assert ask("cite_passage", article_id=RETURNS.id, passage=said, version=1).data["status"] == "outdated"


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read_article", {"article_id": "KB-999"}, "no article"),
        ("read_article", {"article_id": RETURNS.id, "version": 9}, "has the versions 1 to"),
        ("search_articles", {"query": " "}, "empty"),
        ("search_articles", {"query": "x", "company": "Nobody"}, "not one of"),
        ("search_articles", {"query": "x", "status": "new"}, "not one of"),
        ("list_versions", {"article_id": RETURNS.id, "day": "yesterday"}, "not a date"),
    ],
)
def test_what_does_not_exist_is_refused(
    ask: Asking, tool: str, arguments: dict[str, object], words: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
