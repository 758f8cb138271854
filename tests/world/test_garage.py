"""Cars: codes and prices are consistent, and names are found."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from m3bench_world import World
from m3bench_world.garage import FUELS, UnknownBrand, UnknownModel, VehicleKind, format_reais

WORLD = World()
GARAGE = WORLD.garage


def test_every_variant_has_its_own_code_and_name() -> None:
    variants = [variant for brand in GARAGE.brands() for variant in GARAGE.variants(brand)]
    assert len(GARAGE.brands()) > 90
    assert len(variants) > 1_000
    assert len({variant.code for variant in variants}) == len(variants)
    assert len({(variant.family.brand.name, variant.name) for variant in variants}) == len(variants)


def test_older_cars_are_cheaper() -> None:
    for brand in GARAGE.brands():
        for variant in GARAGE.variants(brand):
            prices = GARAGE.prices(variant)
            amounts = [price.reais for price in prices]
            assert amounts == sorted(set(amounts), reverse=True)
            assert all(price.label.endswith(FUELS[variant.fuel]) for price in prices)
            assert [price.year for price in prices[1:]] == sorted(
                (price.year for price in prices[1:] if price.year), reverse=True
            )


@pytest.mark.parametrize(
    ("brand", "keyword"),
    [
        ("BMW", "X4"),
        ("BYD", "T3"),
        ("Nissan", "Versa"),
        ("seres", "Seres 5"),
        ("toyota", "corolla cross"),
        ("Honda", "Accord"),
        ("VW", "golf"),
        ("Mercedes", "C 300"),
        ("Citroen", "c3"),
        ("59", "Polo Highline"),
    ],
)
def test_models_are_found(brand: str, keyword: str) -> None:
    found = GARAGE.search(GARAGE.brand(brand), keyword)
    assert found
    for variant in found:
        assert keyword.lower() in variant.name.lower().replace("ë", "e")


def test_a_phrase_is_not_taken_apart_where_it_fits() -> None:
    assert {variant.family.name for variant in GARAGE.search(GARAGE.brand("SERES"), "Seres 5")} == {"Seres 5"}
    assert GARAGE.search(GARAGE.brand("Toyota"), "Corolla")[0].family.name == "Corolla"


def test_near_misses() -> None:
    with pytest.raises(UnknownBrand) as brand:
        GARAGE.brand("Toyotta")
    assert brand.value.near[0] == "Toyota"
    with pytest.raises(UnknownModel) as model:
        GARAGE.search(GARAGE.brand("Toyota"), "Corola")
    assert "Corolla" in model.value.near
    with pytest.raises(UnknownModel) as model:
        GARAGE.search(GARAGE.brand("Toyota"), "Civic")
    assert model.value.near == ["Civic (brand Honda)"]


def test_money_is_written_as_in_brazil() -> None:
    assert format_reais(1_234_567) == "R$ 1.234.567,00"
    assert format_reais(980) == "R$ 980,00"
    rate = WORLD.money.rate("BRL", "USD", GARAGE.month)
    assert GARAGE.in_dollars(100_000) == round(100_000 * rate, 2)


def test_the_month_of_reference_is_the_worlds() -> None:
    assert GARAGE.reference == "novembro de 2025"
    earlier = World(now=datetime(2024, 3, 31, 23, tzinfo=UTC)).garage
    assert earlier.reference == "março de 2024"
    variant = earlier.search(earlier.brand("Honda"), "Civic")[0]
    assert earlier.prices(variant)[1].year == 2025
    with pytest.raises(UnknownModel):
        earlier.search(earlier.brand("Nissan"), "Kait")


def test_one_seed_one_garage() -> None:
    def prices(seed: int) -> list[int]:
        garage = World(seed).garage
        return [garage.prices(variant)[0].reais for variant in garage.variants(garage.brand("Fiat"))]

    assert prices(1) == prices(1)
    assert prices(1) != prices(2)


def test_motorcycles_and_trucks_have_brands_models_and_prices() -> None:
    garage = GARAGE
    codes: list[str] = []
    for kind in VehicleKind:
        for brand in garage.makes(kind):
            models = garage.fleet(kind, brand)
            assert models, brand.name
            codes += [model.code for model in models]
            assert all(garage.prices(model)[0].reais > 3_000 for model in models)
    assert len(codes) == len(set(codes))
    assert garage.makes(VehicleKind.CARS) == garage.brands()


def test_a_brand_has_one_name_in_all_kinds_that_it_makes() -> None:
    found = GARAGE.makes_named("mercedes")
    assert list(found) == [VehicleKind.CARS, VehicleKind.TRUCKS]
    assert {brand.name for brand in found.values()} == {"Mercedes-Benz"}
    assert list(GARAGE.makes_named("Yamaha")) == [VehicleKind.MOTORCYCLES]
    with pytest.raises(UnknownBrand) as caught:
        GARAGE.makes_named("Yamahha")
    assert "Yamaha" in caught.value.near
