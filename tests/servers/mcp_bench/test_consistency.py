"""One world: 200 random things, each asked through every server that knows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import pytest

from m3bench.servers import collection_of
from m3bench_world import World
from m3bench_world.garage import VehicleKind
from tests.servers.asking import Heard, InProcess
from tests.servers.test_consistency import Everywhere

Thing = TypeVar("Thing")
SEED = 20
LARGE_PLACES = 2000
COINS = ("BTC", "ETH", "SOL", "UNI", "LINK", "AAVE", "ARB", "OP", "MATIC", "AVAX", "BNB", "DOGE")


@pytest.fixture
def ask(tmp_path: Path) -> Everywhere:
    return Everywhere(tmp_path)


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def drawn(things: Sequence[Thing], count: int) -> list[Thing]:
    return random.Random(SEED).sample(things, count)


def check_places(ask: Everywhere, world: World) -> int:
    """Two maps, two weather services and two clocks."""
    places = drawn(world.atlas.places(list(range(LARGE_PLACES))), 40)
    for place in places:
        name = f"{place.name}, {place.region}, {place.country_name}"
        spot = ask("google-maps/geocode", address=name).data["results"][0]
        same = ask("Google Maps/maps_geocode", address=name).data
        assert same["location"] == spot["geometry"]["location"], name
        assert same["place_id"] == spot["place_id"], name
        weather = ask("weather/get_weather", location=name, units="metric").data
        live = ask("Weather Data/get_live_temp", city=name).data
        assert (live["city"], live["temperature_c"]) == (
            weather["location"]["name"],
            weather["current"]["temperature"],
        )
        zone = ask("google-maps/timezone", **spot["geometry"]["location"]).data
        clock = ask("Time MCP/get_current_time", timezone=zone["timeZoneId"]).data
        assert clock["datetime"] == zone["localTime"], name
    return len(places)


def check_articles(ask: Everywhere, world: World) -> int:
    essays = world.encyclopedia.essays
    titles = drawn([title for title in world.encyclopedia.titles() if essays.find(title) is None], 40)
    for title in titles:
        article = ask("wiki/summary", title=title).data
        assert ask("Wikipedia/get_summary", title=title).data == {
            "title": article["title"],
            "summary": article["summary"],
        }
    return len(titles)


def check_drugs(ask: Everywhere, world: World) -> int:
    drugs = drawn([drug.name for drug in world.pharmacy.common()], 30)
    for name in drugs:
        label = ask("healthcare-mcp/fda_drug_lookup", drug_name=name).data["drug"]
        text = ask("BioMCP/drug_getter", drug_id_or_name=name).text
        assert text.startswith(f"# {label['generic_name']}\n"), name
        assert f"**DrugBank**: {label['drugbank_id']}" in text or label["drugbank_id"] is None, name
        assert f"**Trade names**: {', '.join(label['brand_names'])}" in text or not label["brand_names"]
    return len(drugs)


def check_trials(ask: Everywhere, world: World) -> int:
    conditions = drawn(world.clinic.conditions(), 25)
    for condition in conditions:
        data = ask("healthcare-mcp/clinical_trials_search", condition=condition.name, status="all").data
        trial = data["trials"][0]
        text = ask("BioMCP/trial_getter", nct_id=trial["nct_id"]).text
        assert text.startswith(f"# {trial['title']}\n")
        for fact in (f"**Status**: {trial['status']}", f"**Enrollment**: {trial['enrollment']}"):
            assert fact in text, trial["nct_id"]
    return len(conditions)


def check_papers(ask: Everywhere, world: World) -> int:
    """Medical papers in three servers."""
    conditions = drawn(world.clinic.conditions(), 25)
    for condition in conditions:
        paper = ask("paper_search/search_pubmed", query=condition.name, max_results=1).data[0]
        assert ask("Paper Search/search_pubmed", query=condition.name, max_results=1).data == [paper]
        text = ask("BioMCP/article_getter", pmid=paper["paper_id"]).text
        assert text.startswith(f"# {paper['title']}\n")
        assert f"**Authors**: {', '.join(paper['authors'])}" in text
    return len(conditions)


def check_daily_papers(ask: Everywhere, world: World) -> int:
    papers = list(islice(ask("Hugging Face/get-daily-papers").data, 10))
    for paper in papers:
        data = ask("Paper Search/search_arxiv", query=paper["title"], max_results=5).data
        assert (paper["arxiv_id"], paper["authors"]) in [
            (each["paper_id"].partition("v")[0], each["authors"]) for each in data
        ]
    return len(papers)


def check_fruits(ask: Everywhere, world: World) -> int:
    fruits = drawn(world.fruit.fruits(), 15)
    for fruit in fruits:
        given = ask("FruityVice/get_fruit_nutrition", fruit_name=fruit.name).data["nutritions"]
        item = ask("food_nutrition_mcp/get_nutrition", query=f"100 g {fruit.entry}").data["items"][0]
        energy, sugar = item["nutrients"]["energy_kcal"], item["nutrients"]["sugars_g"]
        assert given["sugar"] == pytest.approx(sugar, abs=0.06), fruit.name
        wrong = given["calories"] != pytest.approx(energy, abs=0.06)
        assert wrong == world.errata.has("fruit table", fruit.name), fruit.name
    return len(fruits)


def check_coins(ask: Everywhere, world: World) -> int:
    listed = {instrument.base for instrument in world.exchange.instruments() if instrument.quote == "USDT"}
    coins = [coin for coin in COINS if coin in listed]
    for coin in coins:
        price = ask("okx/get_price", instrument=f"{coin}-USDT").data
        assert ask("OKX Exchange/get_price", instrument=f"{coin}-USDT").data == price
        tokens = ask("DEX Paprika/search", query=coin).data["tokens"]
        own = [token["price_usd"] for token in tokens if token["symbol"] in (coin, f"W{coin}")]
        assert own == [price["last_price"]] * len(own), coin
    return len(coins)


def check_brands(ask: Everywhere, world: World) -> int:
    brands = drawn(world.garage.brands(), 10)
    for brand in brands:
        variant = next(
            each for each in world.garage.fleet(VehicleKind.CARS, brand) if world.garage.prices(each)
        )
        found = ask("car-price/search_brand_model_price", brand_name=brand.name, model_keyword=variant.name)
        model = found.data["models"][0]
        table = ask("Car Price Evaluator/search_car_price", brand_name=brand.name).text
        row = next(line for line in table.splitlines() if model["fipe_code"] in line)
        assert model["prices"][0]["price"] in row, brand.name
    return len(brands)


CHECKS: tuple[tuple[Callable[[Everywhere, World], int], int], ...] = (
    (check_places, 40),
    (check_articles, 40),
    (check_drugs, 30),
    (check_trials, 25),
    (check_papers, 25),
    (check_daily_papers, 10),
    (check_fruits, 15),
    (check_coins, 8),
    (check_brands, 10),
)


@pytest.mark.parametrize(("check", "least"), CHECKS, ids=[check.__name__ for check, _ in CHECKS])
def test_servers_agree(
    check: Callable[[Everywhere, World], int], least: int, ask: Everywhere, world: World
) -> None:
    assert check(ask, world) >= least


def test_two_hundred_things_are_asked_for() -> None:
    assert sum(least for _, least in CHECKS) >= 200


class TwoWorlds(Everywhere):
    """M³-Bench's servers in one world, and MCP-Bench's in another."""

    def __call__(self, name: str, /, **arguments: Any) -> Heard:
        server = name.partition("/")[0]
        if server not in self._open and collection_of(server) == "mcp-bench":
            self._open[server] = InProcess(server, self._workspace, World(8))
        return super().__call__(name, **arguments)


@pytest.mark.parametrize("check", [check_places, check_trials, check_coins, check_brands])
def test_servers_of_two_worlds_disagree(
    check: Callable[[Everywhere, World], int], world: World, tmp_path: Path
) -> None:
    with pytest.raises((AssertionError, StopIteration)):
        check(TwoWorlds(tmp_path), world)
