"""The server `Game Trends`."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Game Trends"
LISTS = {
    "get_steam_trending_games": ("Steam", "trending_games", 20),
    "get_steam_top_sellers": ("Steam", "top_sellers", 25),
    "get_steam_most_played": ("Steam", "most_played", 25),
    "get_epic_free_games": ("Epic Games", "free_games", 4),
    "get_epic_trending_games": ("Epic Games", "trending_games", 15),
}


def test_the_comprehensive_list_holds_the_five_others(ask: Asking) -> None:
    whole = ask("get_all_trending_games").data
    assert whole["errors"] == []
    for tool, (platform, kind, count) in LISTS.items():
        part = ask(tool).data
        assert (part["success"], part["platform"], part["type"], part["count"]) == (
            True,
            platform,
            kind,
            count,
        )
        if kind not in ("top_sellers", "most_played"):
            assert part["data"] == whole["data"][platform][kind]
        assert part["timestamp"] == "2025-11-05T15:00:00Z"
        assert len({game["id"] for game in part["data"]}) == count
    assert whole["count"] == 89


def test_the_comprehensive_list_is_outdated_for_some_games(ask: Asking) -> None:
    games, errata = World().games, World().errata
    numbers = {str(game.app_id): game.number for game in games.released}
    whole = ask("get_all_trending_games").data["data"]["Steam"]
    for tool, kind, source in (
        ("get_steam_top_sellers", "top_sellers", "combined reviews"),
        ("get_steam_most_played", "most_played", "combined peak"),
    ):
        pairs = list(zip(ask(tool).data["data"], whole[kind], strict=True))
        wrong = {own["id"] for own, copied in pairs if own != copied}
        assert wrong == {own["id"] for own, _ in pairs if errata.has(source, numbers[own["id"]])}
        assert 0 < len(wrong) < len(pairs)
        for own, copied in pairs:
            changed = {name for name in own if own[name] != copied[name]}
            assert changed <= {"reviews", "peak_players_24h"}


def by_name(ask: Asking, tool: str) -> dict[str, dict[str, Any]]:
    return {game["name"]: game for game in ask(tool).data["data"]}


def test_a_game_has_one_price_and_one_id_in_a_store(ask: Asking) -> None:
    trending, sold = by_name(ask, "get_steam_trending_games"), by_name(ask, "get_steam_top_sellers")
    played = by_name(ask, "get_steam_most_played")
    both = trending.keys() & sold.keys()
    assert both
    for name in both:
        for field in ("id", "link", "price", "discount", "tags"):
            assert trending[name][field] == sold[name][field]
    assert {name: sold[name]["id"] for name in sold.keys() & played.keys()} == {
        name: played[name]["id"] for name in sold.keys() & played.keys()
    }
    assert all(game["peak_players_24h"] >= game["current_players"] > 5_000 for game in played.values())


def test_free_games_are_free_only_in_their_week(ask: Asking) -> None:
    for game in ask("get_epic_free_games").data["data"]:
        inside = game["start_date"] <= "2025-11-05T15:00:00Z" < game["end_date"]
        assert game["is_free_now"] == inside == (game["price"] == "Free")
        assert game["original_price"].startswith("$")


def test_health_names_both_stores(ask: Asking) -> None:
    health = ask("get_api_health").data
    assert health["status"] == "healthy"
    assert health["services"] == {"steam": "healthy", "epic": "healthy"}


def test_a_game_has_a_community_on_the_forum(tmp_path_factory: pytest.TempPathFactory) -> None:
    workspace, world = tmp_path_factory.mktemp("forum"), World()
    game = InProcess(SERVER, workspace, world)("get_steam_top_sellers").data["data"][0]["name"]
    forum = InProcess("Reddit-MCP-Server", workspace, world)
    posts = forum("search_hot_posts", subreddit=game, limit=10).data["posts"]
    assert len(posts) == 10
    assert any(game in post["title"] for post in posts)
    content = forum("get_post_content", post_id=posts[0]["id"]).data
    assert content["post"]["title"] == posts[0]["title"]
    assert forum("search_hot_posts", subreddit=f"{game} unreleased").is_error
