"""Car brands, their models and variants, and prices by model year."""

from m3bench.world.garage.garage import Garage, Price, UnknownBrand, UnknownModel, written
from m3bench.world.garage.models import FUELS, Brand, Family, Variant

__all__ = [
    "FUELS",
    "Brand",
    "Family",
    "Garage",
    "Price",
    "UnknownBrand",
    "UnknownModel",
    "Variant",
    "written",
]
