"""Brands by type of vehicle, and the prices of a brand, as Markdown."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world.garage import Brand, Garage, UnknownBrand, Variant, VehicleKind, format_reais
from m3bench_world.servers.car_price import server as original
from m3bench_world.servers.context import ToolContext

NAMES = {VehicleKind.CARS: "Cars", VehicleKind.MOTORCYCLES: "Motorcycles", VehicleKind.TRUCKS: "Trucks"}
KINDS = {
    VehicleKind.CARS: ("carros", "carro", "cars", "car"),
    VehicleKind.MOTORCYCLES: ("motos", "moto", "motorcycles", "motorcycle", "motocicletas", "motocicleta"),
    VehicleKind.TRUCKS: ("caminhoes", "caminhao", "caminhões", "caminhão", "trucks", "truck"),
}

server = Server(
    "Car Price Evaluator",
    "Brands of cars, motorcycles and trucks in Brazil, and what their models cost.",
    sources=original.sources,
    proof=Proof("search_car_price", {"brand_name": "Toyota"}),
)


@server.tool
def get_car_brands(context: ToolContext) -> Answer:
    """All car brands of the price table, with their codes, by name."""
    return Answer(_brands(context.world.garage, VehicleKind.CARS))


@server.tool
def search_car_price(
    context: ToolContext,
    brand_name: Annotated[
        str, about("Brand, such as 'Toyota', 'Volvo' or 'VW - VolksWagen', in any case, or its code.")
    ],
) -> Answer:
    """All models of a brand with the FIPE code and the average price in Brazilian reais: of a new vehicle
    ('Zero KM') if it is still made, else of the newest model year. A brand that makes several types of
    vehicles has a table for each."""
    garage = context.world.garage
    try:
        makes = garage.makes_named(check_text(brand_name, "brand_name"))
    except UnknownBrand as unknown:
        raise NotFound(f"no brand '{brand_name.strip()[:40]}'", unknown.near) from None
    name = next(iter(makes.values())).name
    head = f"# Prices of {name} ({garage.reference})"
    return Answer("\n\n".join([head, *(_table(garage, kind, brand) for kind, brand in makes.items())]))


@server.tool
def get_vehicles_by_type(
    context: ToolContext,
    vehicle_type: Annotated[
        str,
        about("carros (cars), motos (motorcycles) or caminhoes (trucks); anything else counts as carros."),
    ] = "carros",
) -> Answer:
    """The brands of a type of vehicles, with their codes, by name. search_car_price has their prices."""
    wanted = check_text(vehicle_type, "vehicle_type")
    kind = next((kind for kind, names in KINDS.items() if wanted.casefold() in names), None)
    listed = _brands(context.world.garage, kind or VehicleKind.CARS)
    if kind is None:
        note = f"'{wanted[:40]}' is no type of vehicles, so these are cars. Types: {', '.join(VehicleKind)}."
        return Answer(f"{note}\n\n{listed}")
    return Answer(listed)


def _brands(garage: Garage, kind: VehicleKind) -> str:
    brands = garage.makes(kind)
    lines = [f"- {brand.name} (code {brand.code})" for brand in brands]
    return "\n".join([f"# {NAMES[kind]}: {len(brands)} brands ({garage.reference})", "", *lines])


def _table(garage: Garage, kind: VehicleKind, brand: Brand) -> str:
    models = garage.fleet(kind, brand)
    lines = [
        f"## {NAMES[kind]}: {len(models)} models (brand code {brand.code})",
        "",
        "| Model | FIPE code | Model year | Price |",
        "|---|---|---|---:|",
        *(_row(garage, variant) for variant in models),
    ]
    return "\n".join(lines)


def _row(garage: Garage, variant: Variant) -> str:
    price = garage.prices(variant)[0]
    return f"| {variant.name} | {variant.code} | {price.label} | {format_reais(price.reais)} |"
