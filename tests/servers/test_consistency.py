"""One world: what one server says, the others say as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Heard, InProcess

WORLD = World()


class Everywhere:
    """All servers over one world and one workspace."""

    def __init__(self, workspace: Path) -> None:
        self._workspace = workspace
        self._open: dict[str, InProcess] = {}

    def __call__(self, name: str, /, **arguments: Any) -> Heard:
        server, _, tool = name.partition("/")
        if server not in self._open:
            self._open[server] = InProcess(server, self._workspace, WORLD)
        return self._open[server](tool, **arguments)


@pytest.fixture
def ask(tmp_path: Path) -> Everywhere:
    return Everywhere(tmp_path)


@pytest.mark.parametrize(
    "place", ["Lisbon, Portugal", "Barnegat Light, NJ", "Tokyo, Japan", "Ushuaia, Argentina"]
)
def test_a_place_is_the_same_place_everywhere(ask: Everywhere, place: str) -> None:
    spot = ask("google-maps/geocode", address=place).data["results"][0]["geometry"]["location"]
    weather = ask("weather/get_weather", location=place, units="metric").data
    there = weather["location"]
    assert (there["latitude"], there["longitude"]) == pytest.approx((spot["lat"], spot["lng"]), abs=1e-3)
    zone = ask("google-maps/timezone", lat=spot["lat"], lng=spot["lng"]).data
    assert there["timezone"] == zone["timeZoneId"]
    height = ask("google-maps/elevation_by_locations", locations=[f"{spot['lat']},{spot['lng']}"]).data
    assert there["elevation_m"] == pytest.approx(height["results"][0]["elevation"], abs=1)
    air = ask("google-air/current_conditions", lat=spot["lat"], lng=spot["lng"]).data
    assert air["dateTime"] == "2025-11-05T15:00:00Z"
    back = ask("google-maps/reverse_geocode", lat=spot["lat"], lng=spot["lng"]).data
    country = place.rpartition(", ")[2].replace("NJ", "USA")
    assert country in back["results"][0]["formatted_address"].replace("United States", "USA")


def test_places_near_a_place_can_be_reached_by_road(ask: Everywhere) -> None:
    spot = ask("google-maps/geocode", address="Utrecht, Netherlands").data["results"][0]["geometry"][
        "location"
    ]
    centre = {"latitude": spot["lat"], "longitude": spot["lng"]}
    places = ask("google-maps/places_nearby_search", location=centre, radiusMeters=3000).data["places"]
    assert places
    for place in places[:4]:
        details = ask("google-maps/place_details", place_id=place["id"]).data
        assert details["location"] == place["location"]
        origin, goal = f"{spot['lat']},{spot['lng']}", place["location"]
        goal_text = f"{goal['latitude']},{goal['longitude']}"
        matrix = ask("google-maps/distance_matrix", origins=[origin], destinations=[goal_text]).data
        cell = matrix["rows"][0]["elements"][0]
        route = ask(
            "google-maps/compute_route", origin={"latLng": centre}, destination={"placeId": place["id"]}
        ).data["routes"][0]
        assert cell["status"] == "OK"
        assert route["distanceMeters"] == pytest.approx(cell["distance"]["value"], rel=0.01, abs=30)
        assert route["distanceMeters"] < 12_000


def test_crypto_money_and_shop_prices_agree(ask: Everywhere) -> None:
    rate = WORLD.money.rate("USD", "BRL", WORLD.now.date())
    dollar = ask("okx/get_price", instrument="USDT-BRL").data["last_price"]
    assert dollar == pytest.approx(rate, rel=0.02)
    bitcoin = ask("okx/get_price", instrument="BTC-USDT").data["last_price"]
    crossed = ask("okx/get_price", instrument="BTC-BRL").data["last_price"]
    assert crossed == pytest.approx(bitcoin * dollar, rel=1e-3)
    hour = ask("okx/get_candlesticks", instrument="BTC-USDT", bar="1m", limit=1).data["candles"][0]
    assert hour["close"] == bitcoin
    car = ask("car-price/search_brand_model_price", brand_name="Toyota", model_keyword="Corolla").data
    month_began = WORLD.money.rate("USD", "BRL", WORLD.now.date().replace(day=1))
    assert car["brl_per_usd"] == pytest.approx(month_began, abs=1e-3)
    brazil = ask("amazon/search_products", keywords="tent", amazon_domain="amazon.com.br").data["products"][0]
    home = ask("amazon/search_products", keywords="tent").data["products"][0]
    assert brazil["price"] == pytest.approx(home["price"] * rate, abs=0.01)


def test_a_share_has_one_price(ask: Everywhere) -> None:
    info = ask("yahoo-finance/get_stock_info", ticker="MSFT").data
    days = ask(
        "yahoo-finance/get_historical_stock_prices",
        ticker="MSFT",
        start_date="2025-10-27",
        end_date="2025-11-06",
    ).data
    last = days["prices"][-1]
    assert last["low"] <= info["currentPrice"] <= last["high"]
    assert info["previousClose"] == days["prices"][-2]["close"]
    assert info["marketCap"] == pytest.approx(info["currentPrice"] * info["sharesOutstanding"], rel=1e-3)


def test_a_drug_is_the_same_by_brand_and_by_name(ask: Everywhere) -> None:
    brand = ask("healthcare-mcp/fda_drug_lookup", drug_name="Tylenol").data["drug"]
    generic = ask("healthcare-mcp/fda_drug_lookup", drug_name="acetaminophen 500 mg").data["drug"]
    assert brand == generic
    sold = ask("amazon/search_products", keywords="Tylenol 500 mg tablets").data["products"][0]
    assert "Acetaminophen" in sold["title"]
    article = ask("wiki/summary", title="Acetaminophen")
    assert not article.is_error


def test_a_food_is_the_same_in_one_and_in_many(ask: Everywhere) -> None:
    energy_kcal = ask("food_nutrition_mcp/get_nutrition", query="1 medium apple").data["total"]["energy_kcal"]
    three = ask("food_nutrition_mcp/get_nutrition", food="3 medium apples").data["total"]["energy_kcal"]
    assert three == pytest.approx(3 * energy_kcal, rel=0.01)
    assert "apple" in ask("wiki/summary", title="Apple").text.casefold()


def test_a_film_is_the_same_by_search_and_by_person(ask: Everywhere) -> None:
    film = ask("tmdb/search_movies", query="The Godfather").data["results"][0]
    director = ask("tmdb/get_movie_credits", movie_id=film["id"]).data["crew"][0]
    made = ask("tmdb/get_person_details", person_id=director["id"]).data["films"]["Directing"]
    assert film["id"] in [one["id"] for one in made]
    assert director["name"] in ask("wiki/summary", title="The Godfather").text


def test_a_paper_is_the_same_in_every_archive(ask: Everywhere) -> None:
    articles = ask("healthcare-mcp/pubmed_search", query="warfarin", max_results=3).data["articles"]
    same = ask("paper_search/search_pubmed", query="warfarin", max_results=3).data
    assert [paper["title"] for paper in articles] == [paper["title"] for paper in same]
    by_doi = ask("paper_search/get_crossref_paper_by_doi", doi=articles[0]["doi"]).data
    assert by_doi["title"] == articles[0]["title"]


def test_a_park_is_on_the_map_and_in_the_encyclopedia(ask: Everywhere) -> None:
    park = ask("nationalparks/getParkDetails", parkCode="zion").data
    assert "Utah" in ask("wiki/summary", title=park["name"]).text
    (campground, *_) = ask("nationalparks/getCampgrounds", parkCode="zion").data["campgrounds"]
    where = f"{campground['latitude']},{campground['longitude']}"
    height = ask("google-maps/elevation_by_locations", locations=[where]).data["results"][0]["elevation"]
    assert 500 < height < 3500


def test_what_a_package_is_called_is_the_same(ask: Everywhere) -> None:
    assert "numpy" in ask("nixos/nixos_search", query="numpy").text.casefold()
    assert "numpy" in ask("wiki/summary", title="numpy").text.casefold()
