"""Goods and cars for tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from m3bench.suites import PlanError
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_world.shops import Product

SEARCH, PRODUCT = "amazon/search_products", "amazon/get_product"
CARS = "car-price/search_brand_model_price"
KEYWORDS = (
    "kettle", "headphones", "backpack", "running shoes", "toaster", "blender", "tent", "suitcase",
    "desk lamp", "yoga mat", "keyboard", "umbrella", "office chair", "frying pan", "sleeping bag",
    "coffee maker", "electric drill", "bicycle helmet", "acoustic guitar", "water bottle", "board game",
    "sunglasses", "bath towel", "garden hose",
)  # fmt: skip
SHOPS = {
    "amazon.de": ("German", "EUR"),
    "amazon.co.uk": ("British", "GBP"),
    "amazon.ca": ("Canadian", "CAD"),
    "amazon.com.au": ("Australian", "AUD"),
    "amazon.se": ("Swedish", "SEK"),
    "amazon.pl": ("Polish", "PLN"),
    "amazon.in": ("Indian", "INR"),
    "amazon.com.mx": ("Mexican", "MXN"),
}
"""Shops, with the adjective of their country and their currency."""
_MODELS = (
    ("Toyota", "Corolla Cross"), ("Honda", "City"), ("Renault", "Kwid"), ("Hyundai", "HB20"),
    ("Jeep", "Renegade"), ("Fiat", "Mobi"), ("BMW", "X1"), ("Nissan", "Kicks"),
    ("VW - VolksWagen", "Polo"), ("Chevrolet", "Onix"), ("Ford", "Ranger"), ("Kia Motors", "Sportage"),
)  # fmt: skip
_USED_YEARS = 3


def keywords(
    draw: TaskDraw,
    count: int,
    size: int = 1,
    suits: Callable[[Sequence[Product]], bool] = lambda products: products[0].stock > 0,
) -> list[str]:
    """Draw words whose first products suit the task. Raise `PlanError` if there are too few."""
    chosen = []
    for word in draw.sample(KEYWORDS, len(KEYWORDS), "keyword"):
        products = draw.world.shops.search(word, size)
        if len(products) == size and suits(products):
            chosen.append(word)
        if len(chosen) == count:
            return chosen
    raise PlanError(f"{draw.id}: only {len(chosen)} of {count} words suit the task.")


def shop(draw: TaskDraw) -> tuple[str, str, str]:
    """Draw a shop outside the United States: its address, the adjective of its country, its currency."""
    domain = draw.pick(tuple(SHOPS), "shop")
    return domain, *SHOPS[domain]


class Car(msgspec.Struct, frozen=True):
    """A model, and the name of the first of its variants."""

    brand: str
    model: str
    variant: str

    def __str__(self) -> str:
        return f"{self.brand.rpartition(' - ')[2]} {self.model}"


def cars(draw: TaskDraw, count: int) -> list[Car]:
    """Draw models that are sold new and used. Raise `PlanError` if there are too few."""
    garage = draw.world.garage
    chosen = []
    for brand, model in draw.sample(_MODELS, len(_MODELS), "car"):
        found = garage.search(garage.brand(brand), model)
        labels = [price.label for price in garage.prices(found[0])] if found else []
        if len(labels) > _USED_YEARS and labels[0].startswith("Zero KM"):
            chosen.append(Car(brand, model, found[0].name))
        if len(chosen) == count:
            return chosen
    raise PlanError(f"{draw.id}: only {len(chosen)} of {count} models are sold new and used.")
