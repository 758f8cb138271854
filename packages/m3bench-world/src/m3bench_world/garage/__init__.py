"""Brands of cars, motorcycles and trucks, their models and variants, and prices by model year."""

from m3bench_world.garage.garage import (
    MONTHS,
    Garage,
    Price,
    UnknownBrand,
    UnknownModel,
    VehicleKind,
    format_reais,
)
from m3bench_world.garage.models import FUELS, Brand, Family, Variant, catalogue

__all__ = [
    "FUELS",
    "MONTHS",
    "Brand",
    "Family",
    "Garage",
    "Price",
    "UnknownBrand",
    "UnknownModel",
    "Variant",
    "VehicleKind",
    "catalogue",
    "format_reais",
]
