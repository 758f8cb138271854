"""Units of measure: spellings and conversion."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A dimension, and the conversion to its base unit: value · factor + offset."""

    dimension: str
    factor: float
    offset: float = 0.0


_SPELLINGS: dict[Unit, str] = {
    Unit("length", 1.0): "m|metre|metres|meter|meters",
    Unit("length", 1000.0): "km|kilometre|kilometres|kilometer|kilometers",
    Unit("length", 0.01): "cm|centimetre|centimetres|centimeter|centimeters",
    Unit("length", 0.001): "mm|millimetre|millimetres|millimeter|millimeters",
    Unit("length", 1609.344): "mi|mile|miles",
    Unit("length", 0.3048): "ft|foot|feet",
    Unit("length", 0.0254): "in|inch|inches",
    Unit("mass", 1.0): "g|gram|grams|gramme|grammes",
    Unit("mass", 1000.0): "kg|kilogram|kilograms|kilo|kilos",
    Unit("mass", 0.001): "mg|milligram|milligrams",
    Unit("mass", 1e-6): "µg|μg|mcg|microgram|micrograms",
    Unit("mass", 453.59237): "lb|lbs|pound|pounds",
    Unit("mass", 28.349523125): "oz|ounce|ounces",
    Unit("volume", 1.0): "l|litre|litres|liter|liters",
    Unit("volume", 0.001): "ml|millilitre|millilitres|milliliter|milliliters",
    Unit("time", 1.0): "s|sec|secs|second|seconds",
    Unit("time", 60.0): "min|mins|minute|minutes",
    Unit("time", 3600.0): "h|hr|hrs|hour|hours",
    Unit("time", 86400.0): "d|day|days",
    Unit("time", 604800.0): "week|weeks|wk|wks",
    Unit("temperature", 1.0): "°c|c|celsius|degree celsius|degrees celsius|degrees c|deg c",
    Unit("temperature", 5 / 9, -160 / 9): "°f|f|fahrenheit|degree fahrenheit|degrees fahrenheit|degrees f",
    Unit("temperature", 1.0, -273.15): "k|kelvin",
    Unit("share", 1.0): "%|percent|per cent|pct|percentage points|percentage point",
    Unit("energy", 1.0): "kcal|calorie|calories|cal|kilocalorie|kilocalories",
    Unit("energy", 1 / 4.184): "kj|kilojoule|kilojoules",
    Unit("speed", 1.0): "m/s|mps|metres per second|meters per second",
    Unit("speed", 1 / 3.6): "km/h|kph|kmh|kilometres per hour|kilometers per hour",
    Unit("speed", 0.44704): "mph|miles per hour",
    Unit("USD", 1.0): "$|us$|usd|us dollar|us dollars|dollar|dollars|u.s. dollars",
    Unit("USD", 0.01): "cent|cents",
    Unit("EUR", 1.0): "€|eur|euro|euros",
    Unit("GBP", 1.0): "£|gbp|pound sterling|pounds sterling",
    Unit("JPY", 1.0): "¥|jpy|yen",
    Unit("BRL", 1.0): "r$|brl|real|reais|reals",
    Unit("pressure", 1.0): "hpa|mbar|millibar|hectopascal|hectopascals",
    Unit("angle", 1.0): "°|deg|degree|degrees",
    Unit("storage", 1.0): "mb|megabyte|megabytes",
    Unit("storage", 1000.0): "gb|gigabyte|gigabytes",
}  # fmt: skip
_UNITS = {spelling: unit for unit, spellings in _SPELLINGS.items() for spelling in spellings.split("|")}


def find_unit(text: str) -> Unit | None:
    """Return the unit that a text names, or None."""
    plain = " ".join(text.casefold().replace("\u00a0", " ").split()).strip(" .,;:()")
    return _UNITS.get(plain) or _UNITS.get(plain.rstrip("s"))


def converted(value: float, given: Unit, wanted: Unit) -> float | None:
    """Convert a value to another unit; None if the dimensions differ."""
    if given.dimension != wanted.dimension:
        return None
    return (value * given.factor + given.offset - wanted.offset) / wanted.factor
