"""Games as entries of the lists."""

from __future__ import annotations

from typing import Any

from m3bench_world.games import Game, Games, GiveAway, Offer

_REVIEWS = (
    (95, "Overwhelmingly Positive"),
    (80, "Very Positive"),
    (70, "Mostly Positive"),
    (40, "Mixed"),
    (0, "Mostly Negative"),
)
"""Lowest share of good reviews, and how it is called."""


def steam_trending(games: Games, limit: int) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            **_steam(trend.game),
            **_price(games.offer(trend.game, "steam")),
            "category": trend.game.tags[0],
            "tags": trend.game.tags,
            "trending_score": trend.score,
            "source": "Steam",
        }
        for rank, trend in enumerate(games.trending("steam", limit), 1)
    ]


def top_sellers(games: Games, limit: int, *, snapshot: bool = False) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            **_steam(sold),
            **_price(games.offer(sold, "steam")),
            "release_date": sold.released.isoformat(),
            "reviews": {
                "summary": next(name for least, name in _REVIEWS if sold.positive >= least),
                "positive_percent": sold.positive,
                "count": games.snapshot_reviews(sold) if snapshot else games.reviews(sold),
            },
            "tags": sold.tags,
        }
        for rank, sold in enumerate(games.best_sellers(limit), 1)
    ]


def most_played(games: Games, limit: int, *, snapshot: bool = False) -> list[dict[str, Any]]:
    shown = []
    for rank, played in enumerate(games.most_played(limit), 1):
        crowd = games.crowd(played)
        change = 100 * (crowd.now / crowd.day_before - 1) if crowd.day_before else None
        shown.append(
            {
                "rank": rank,
                **_steam(played),
                "current_players": crowd.now,
                "peak_players_24h": games.snapshot_peak(played) if snapshot else crowd.peak,
                "change_24h_percent": None if change is None else round(change, 1),
            }
        )
    return shown


def free_games(games: Games) -> list[dict[str, Any]]:
    return [_gift(gift, "free_now") for gift in games.give_aways()] + [
        _gift(gift, "upcoming") for gift in games.give_aways(1)
    ]


def epic_trending(games: Games, limit: int) -> list[dict[str, Any]]:
    return [
        {
            "rank": rank,
            **_epic(trend.game),
            **_price(games.offer(trend.game, "epic")),
            "tags": trend.game.tags,
            "trending_score": trend.score,
            "source": "Epic Games Store",
        }
        for rank, trend in enumerate(games.trending("epic", limit), 1)
    ]


def _gift(gift: GiveAway, status: str) -> dict[str, Any]:
    dates = {
        name: f"{moment:%Y-%m-%dT%H:%M:%SZ}"
        for name, moment in (("start_date", gift.start), ("end_date", gift.end))
    }
    return {
        **_epic(gift.game),
        "status": status,
        "is_free_now": status == "free_now",
        "original_price": _dollars(gift.game.price),
        "price": _dollars(0) if status == "free_now" else _dollars(gift.game.price),
        "developer": gift.game.developer,
        "publisher": gift.game.publisher,
        "tags": gift.game.tags,
        **dates,
    }


def _steam(game: Game) -> dict[str, Any]:
    link = f"https://store.steampowered.com/app/{game.app_id}/"
    return {"id": str(game.app_id), "name": game.name, "link": link}


def _epic(game: Game) -> dict[str, Any]:
    return {
        "id": game.epic_id,
        "name": game.name,
        "link": f"https://store.epicgames.com/en-US/p/{game.slug}",
    }


def _price(offer: Offer) -> dict[str, Any]:
    return {
        "price": _dollars(offer.price),
        "original_price": _dollars(offer.full_price),
        "discount": f"-{offer.discount}%" if offer.discount else "0%",
    }


def _dollars(amount: float) -> str:
    return f"${amount:.2f}" if amount else "Free"
