"""Games: names of their own, lists that follow from the same numbers, and a past that stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from m3bench_world import World

WORLD = World()
GAMES = WORLD.games


def test_names_and_ids_are_unique() -> None:
    released = GAMES.released
    assert len(released) > 300
    for field in ("name", "app_id", "epic_id", "slug"):
        assert len({getattr(game, field) for game in released}) == len(released), field
    assert all(game.released < WORLD.now.date() for game in released)


def test_lists_are_ranked_by_their_own_figures() -> None:
    crowds = [GAMES.crowd(game) for game in GAMES.most_played(25)]
    assert [crowd.now for crowd in crowds] == sorted((crowd.now for crowd in crowds), reverse=True)
    assert all(crowd.peak >= crowd.now for crowd in crowds)
    scores = [trend.score for trend in GAMES.trending("steam", 20)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 100
    assert all("steam" in game.stores for game in GAMES.best_sellers(25))
    assert all("epic" in trend.game.stores for trend in GAMES.trending("epic", 15))


def test_the_lists_share_games() -> None:
    trending = {trend.game for trend in GAMES.trending("steam", 20)}
    assert trending & set(GAMES.best_sellers(25))
    assert trending & set(GAMES.most_played(25))
    assert trending & {trend.game for trend in GAMES.trending("epic", 15)}


def test_what_is_new_costs_its_full_price() -> None:
    for game in GAMES.released:
        offer = GAMES.offer(game, "steam")
        assert offer.price == pytest.approx(game.price * (1 - offer.discount / 100), abs=0.006)
        if WORLD.now.date() - game.released < timedelta(days=59):
            assert offer.discount == 0


def test_give_aways_change_on_thursday() -> None:
    this, following = GAMES.give_aways(), GAMES.give_aways(1)
    assert this[0].start <= WORLD.now < this[0].end == following[0].start
    assert this[0].start.weekday() == 3
    assert World(now=WORLD.now + timedelta(days=7)).games.give_aways() == following
    assert all(GAMES.offer(gift.game, "epic").price == 0 for gift in this)
    given = {gift.game for gift in this}
    assert all(GAMES.offer(gift.game, "epic").price > 0 for gift in following if gift.game not in given)


def test_yesterday_stays_what_it_was() -> None:
    tomorrow = World(now=WORLD.now + timedelta(days=1)).games
    assert set(GAMES.released) <= set(tomorrow.released)
    for game in GAMES.most_played(10):
        assert tomorrow.crowd(game).day_before == GAMES.crowd(game).now


def test_players_change_slowly() -> None:
    soon = World(now=WORLD.now + timedelta(minutes=10)).games
    for game in GAMES.most_played(25):
        assert soon.crowd(game).now == pytest.approx(GAMES.crowd(game).now, rel=0.05)


@pytest.mark.parametrize("year", [1995, 2012, 2100])
def test_games_exist_at_any_time(year: int) -> None:
    games = World(now=datetime(year, 3, 1, tzinfo=UTC)).games
    assert len(games.best_sellers(25)) == min(
        25, len([one for one in games.released if "steam" in one.stores])
    )
    assert len(games.give_aways()) <= 2


def test_another_seed_has_other_games() -> None:
    assert {game.name for game in World(seed=8).games.released} != {game.name for game in GAMES.released}
