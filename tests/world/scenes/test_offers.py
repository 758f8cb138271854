"""Cars on offer and lists of shares: what they show is what the world knows."""

from __future__ import annotations

from m3bench_world import World
from m3bench_world.scenes import compose

WORLD = World()


def test_a_board_tells_what_the_price_table_knows() -> None:
    announced = 0
    for number in range(6):
        scene = compose(WORLD, "car_offer", number).scene
        texts, facts = [lettering.text for lettering in scene.letterings], scene.facts
        assert {facts["brand"], facts["model"], f"Model year {facts['year']}"} <= set(texts)
        variants = WORLD.garage.search(WORLD.garage.brand(facts["brand"]), facts["model"])
        years = {price.year for price in WORLD.garage.prices(variants[0])}
        assert facts["year"] in years
        assert len(scene.things) == 1
        assert (facts["announced"] in texts) == bool(facts["announced"])
        announced += bool(facts["announced"])
    assert announced


def test_a_list_shows_shares_that_are_traded_and_has_room_below() -> None:
    for number in range(6):
        scene = compose(WORLD, "watchlist", number).scene
        texts, facts = [one.text for one in scene.letterings], scene.facts
        assert len(facts["tickers"]) >= 3
        assert {*facts["tickers"], *facts["names"]} <= set(texts)
        assert [WORLD.stock_market.find(ticker).company.name for ticker in facts["tickers"]] == facts["names"]
        assert facts["sold"] not in facts["tickers"]
        top = facts["free"][1]
        assert all(lettering.box[3] <= top for lettering in scene.letterings)
