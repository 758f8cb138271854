"""Car brands and prices by model."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.garage import FUELS, UnknownBrand, UnknownModel, Variant, format_reais
from m3bench_world.servers.context import ToolContext

MOST_MODELS = 12

server = Server(
    "car-price",
    "Prices of cars in Brazil, by brand, model and year.",
    sources=("garage",),
    proof=Proof("get_car_brands"),
)


@server.tool
def get_car_brands(context: ToolContext) -> Answer:
    """All car brands of the price table, with their codes, by name: for search_brand_model_price."""
    garage = context.world.garage
    brands = [{"code": str(brand.code), "name": brand.name} for brand in garage.brands()]
    return Answer({"reference_month": garage.reference, "count": len(brands), "brands": brands})


@server.tool
def search_brand_model_price(
    context: ToolContext,
    brand_name: Annotated[
        str, about("Brand, such as 'Toyota', 'BMW' or 'VW - VolksWagen', in any case; see get_car_brands.")
    ],
    model_keyword: Annotated[str, about("Name of a model or a part of it, such as 'Corolla Cross' or 'X4'.")],
) -> Answer:
    """Variants of a brand's models that match a keyword, each with its FIPE code, fuel and average prices in
    Brazilian reais (price_brl is the number) by model year, newest first; 'Zero KM' is a new car. At most 12
    variants: a longer keyword, such as with the trim or engine, gives fewer."""
    garage = context.world.garage
    try:
        brand = garage.brand(check_text(brand_name, "brand_name"))
        found = garage.search(brand, check_text(model_keyword, "model_keyword"))
    except (UnknownBrand, UnknownModel) as unknown:
        raise NotFound(str(unknown), unknown.near) from None
    answer: dict[str, Any] = {
        "brand": brand.name,
        "brand_code": str(brand.code),
        "reference_month": garage.reference,
        "currency": "BRL",
        **_rate(context.world),
        "matching_models": len(found),
        "models": [_model(context.world, variant) for variant in found[:MOST_MODELS]],
    }
    sources = ("garage", "ecb") if "brl_per_usd" in answer else ("garage",)
    return Answer(answer, sources=sources)


def _rate(world: World) -> dict[str, float]:
    """The dollar rate on the first day of the month, if there is one."""
    month = world.garage.month
    if month <= world.money.first_day:
        return {}
    return {"brl_per_usd": round(world.money.rate("USD", "BRL", month), 4)}


def _model(world: World, variant: Variant) -> dict[str, Any]:
    return {
        "model": variant.name,
        "fipe_code": variant.code,
        "fuel": FUELS[variant.fuel],
        "prices": [
            {"model_year": price.label, "price": format_reais(price.reais), "price_brl": price.reais}
            for price in world.garage.prices(variant)
        ],
    }
