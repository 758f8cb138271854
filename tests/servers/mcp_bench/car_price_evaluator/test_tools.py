"""The server `Car Price Evaluator`: the garage of `car-price`, with motorcycles and trucks."""

from __future__ import annotations

import re
from pathlib import Path

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Car Price Evaluator"
BRAND = re.compile(r"^- (.+) \(code (\d+)\)$", re.MULTILINE)
ROW = re.compile(r"^\| (.+) \| (\d{6}-\d) \| (.+) \| R\$ ([\d.]+),00 \|$", re.MULTILINE)


def test_brands_and_prices_are_those_of_the_original(ask: Asking, tmp_path: Path) -> None:
    there = InProcess("car-price", tmp_path, World())
    brands = BRAND.findall(ask("get_car_brands").text)
    assert brands == [(brand["name"], brand["code"]) for brand in there("get_car_brands").data["brands"]]
    assert brands == BRAND.findall(ask("get_vehicles_by_type").text)
    rows = {code: (name, year, price) for name, code, year, price in _rows(ask, "Toyota")}
    corolla = there("search_brand_model_price", brand_name="Toyota", model_keyword="Corolla Cross").data
    for model in corolla["models"]:
        newest = model["prices"][0]
        shown = (model["model"], newest["model_year"], f"{newest['price_brl']:,}".replace(",", "."))
        assert rows[model["fipe_code"]] == shown


def _rows(ask: Asking, brand: str) -> list[tuple[str, str, str, str]]:
    return ROW.findall(ask("search_car_price", brand_name=brand).text)


def test_brands_of_motorcycles_and_trucks_have_prices(ask: Asking) -> None:
    motorcycles = BRAND.findall(ask("get_vehicles_by_type", vehicle_type="motos").text)
    trucks = BRAND.findall(ask("get_vehicles_by_type", vehicle_type="Trucks").text)
    assert ("Yamaha" in dict(motorcycles), "Scania" in dict(trucks)) == (True, True)
    assert len({*dict(motorcycles).values(), *dict(trucks).values()}) == len(motorcycles) + len(trucks)
    for name, code in [*motorcycles, *trucks]:
        assert (
            _rows(ask, name) == _rows(ask, code) or "## Cars" in ask("search_car_price", brand_name=name).text
        )
    dear = [row for row in _rows(ask, "Scania") if int(row[3].replace(".", "")) > 100_000]
    assert len(dear) > 10
    assert len({code for _, code, _, _ in _rows(ask, "Honda")}) == len(_rows(ask, "Honda"))


def test_a_brand_of_several_types_has_a_table_of_each(ask: Asking) -> None:
    assert re.findall(r"^## (\w+)", ask("search_car_price", brand_name="bmw").text, re.MULTILINE) == [
        "Cars",
        "Motorcycles",
    ]
    assert "## Trucks" in ask("search_car_price", brand_name="VW").text


def test_unknown_names_are_answered_with_advice(ask: Asking) -> None:
    assert "Did you mean: Toyota" in ask("search_car_price", brand_name="Toyotta").text
    boats = ask("get_vehicles_by_type", vehicle_type="boats").text
    assert boats.startswith("'boats' is no type of vehicles")
    assert len(BRAND.findall(boats)) == 102
    assert ask("search_car_price", brand_name=" ").is_error
