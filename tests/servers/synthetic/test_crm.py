"""A synthetic server from near: `crm`. The others are made by the same code."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking, InProcess
from tests.servers.fuzzing import attack

SERVER = "crm"
DEAL = {
    "title": "Pilot project",
    "account_id": "account-1002",
    "stage": "proposal",
    "value": 700,
    "expected_close": "2025-12-01",
}


def test_lists_have_pages_and_filters(ask: Asking) -> None:
    everything = ask("list_deals", limit=50).data
    assert everything["total"] == len(everything["deals"]) == 40
    assert ask("list_deals", limit=5, offset=38).data["deals"] == everything["deals"][38:]
    won = ask("list_deals", stage="won", limit=50).data
    assert won["deals"] == [deal for deal in everything["deals"] if deal["stage"] == "won"] != []
    owner = everything["deals"][0]["account_id"]
    assert everything["deals"][0] in ask("list_deals", account_id=owner).data["deals"]


def test_records_are_typed_and_refer_to_records_that_exist(ask: Asking) -> None:
    for deal in ask("list_deals", limit=50).data["deals"]:
        assert ask("get_account", id=deal["account_id"]).data["id"] == deal["account_id"]
        assert date.fromisoformat(deal["expected_close"])
        assert 500 <= deal["value"] <= 90_000


def test_search_finds_all_words_in_any_order(ask: Asking) -> None:
    deal = ask("get_deal", id="deal-1001").data
    data = ask("search_deals", query=f"{deal['stage']} {deal['title'].upper()}").data
    assert deal in data["deals"]
    assert ask("search_deals", query="no such deal anywhere").text.startswith("Not found: no deal with")


def test_summaries_count_and_add_up(ask: Asking) -> None:
    deals = ask("list_deals", limit=50).data["deals"]
    summary = ask("summarize_deals").data
    assert summary["total"] == len(deals)
    for group in summary["groups"]:
        values = [deal["value"] for deal in deals if deal["stage"] == group["stage"]]
        assert (group["count"], group["sum_of_value"]) == (len(values), sum(values))


def test_a_record_from_its_creation_to_its_end(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    made = ask("create_deal", **DEAL).data["created"]
    assert made == {"id": "deal-9001", **DEAL, "archived": False}
    assert ask("get_deal", id="DEAL-9001 ").data == made
    assert ask("update_deal", id="deal-9001", value=900, stage=None).data["changed"] == {"value": 900}
    assert ask("win_deal", id="deal-9001").data["changed"] == {"stage": "won"}
    assert ask("win_deal", id="deal-9001").text == "Refused: deal-9001 has these values already."
    history = ask("get_deal_history", id="deal-9001").data["changes"]
    assert [change["tool"] for change in history] == ["create_deal", "update_deal", "win_deal"]
    assert history[1]["set"] == {"value": 900}
    assert ask("get_deal_history", id="deal-1001").data["changes"] == []
    assert ask("archive_deal", id="deal-9001").data["changed"] == {"archived": True}
    assert ask("list_deals", limit=50).data["total"] == 40
    assert ask("list_deals", limit=50, include_archived=True).data["total"] == 41
    assert ask("search_deals", query="deal-9001").is_error
    assert ask("get_deal", id="deal-9001").data["archived"]


def test_what_nothing_refers_to_is_deleted(tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    assert ask("delete_activity", id="activity-1003").data == {"deleted": "activity-1003"}
    assert ask("get_activity", id="activity-1003").text.startswith("Not found: no activity 'activity-1003'")
    assert ask("delete_activity", id="activity-1003").is_error
    assert "activity-1003" not in ask("list_activities", limit=50).text


def test_sessions_do_not_share_changes(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = (InProcess(SERVER, tmp_path / name) for name in ("one", "two"))
    before = two("list_deals", limit=50).text
    one("create_deal", **DEAL)
    one("update_deal", id="deal-1001", title="Changed")
    assert two("list_deals", limit=50).text == before != one("list_deals", limit=50).text
    assert InProcess(SERVER, tmp_path / "one")("get_deal", id="deal-1001").data["title"] == "Changed"


def test_the_seed_decides_the_records(tmp_path: Path) -> None:
    first, same, other = (
        InProcess(SERVER, tmp_path, World(seed))("list_deals", limit=50).text for seed in (7, 7, 8)
    )
    assert first == same != other


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"value": 10**30}, "'value': "),
        ({"value": -1}, "'value': -1 is not between 0 and 9e+06"),
        ({"value": "many"}, "Expected `int"),
        ({"value": 1.5}, "Expected `int"),
        ({"title": " "}, "'title': it is empty"),
        ({"title": "x" * 301}, "'title': it has 301 characters"),
        ({"stage": "gone"}, "Invalid enum value 'gone'"),
        ({"expected_close": "soon"}, "'soon' is not a date"),
        ({"account_id": "account-9999"}, "Not found: no account 'account-9999'"),
        ({"account_id": "deal-1001"}, "ids of accounts are like account-1004"),
        ({"account_id": "a" * 5_000}, "'account_id': "),
        ({"owner": "me"}, "unknown field `owner`"),
    ],
)
def test_wrong_fields_are_refused(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    ask = InProcess(SERVER, tmp_path)
    for heard in (ask("create_deal", **{**DEAL, **changed}), ask("update_deal", id="deal-1001", **changed)):
        assert heard.is_error
        assert said in heard.text
    assert list(tmp_path.iterdir()) == [], "a refused call changes nothing"


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("update_deal", {"id": "deal-1001"}, "there is nothing to change"),
        (
            "update_deal",
            {"id": "deal-4444", "value": 5},
            "Not found: no deal 'deal-4444'. Did you mean: deal-10",
        ),
        ("get_deal", {"id": "../deal-1001"}, "ids of deals are like deal-1004"),
        ("list_deals", {"limit": 0}, "'limit'"),
        ("list_deals", {"offset": -1}, "'offset'"),
        ("list_deals", {"account_id": "nobody"}, "ids of accounts"),
        ("summarize_deals", {"by": "title"}, "Invalid enum value"),
        ("search_deals", {"query": ""}, "'query': it is empty"),
    ],
)
def test_wrong_arguments_are_refused(ask: Asking, tool: str, given: dict[str, Any], said: str) -> None:
    heard = ask(tool, **given)
    assert heard.is_error
    assert said in heard.text


@pytest.mark.parametrize(
    "tool", ["list_deals", "search_deals", "create_deal", "update_deal", "win_deal", "get_deal_history"]
)
def test_hostile_arguments(tool: str, tmp_path: Path) -> None:
    attack(SERVER, tool, tmp_path, 6)


@pytest.mark.slow
@pytest.mark.parametrize("server", ["crm", "bakery", "laboratory", "ski-resort"])
def test_hostile_arguments_for_all_tools_of_some(server: str, tmp_path: Path) -> None:
    for tool in load(server).tools:
        attack(server, tool, tmp_path, 10)
