"""The server `Unit Converter`."""

from __future__ import annotations

import math

import pytest

from tests.servers.asking import Asking

SERVER = "Unit Converter"
H = "\u2011"
# Values of NIST Special Publication 811, appendix B, and of the SI brochure, as printed there.
PUBLISHED: dict[str, list[tuple[float, str, str, float]]] = {
    "convert_temperature": [
        (212, "fahrenheit", "celsius", 100),
        (-40, "celsius", "fahrenheit", -40),
        (518, "fahrenheit", "kelvin", 543.15),
        (0, "kelvin", "celsius", -273.15),
    ],
    "convert_angle": [
        (180, "degrees", "radians", math.pi),
        (15, "degrees", "gons", 50 / 3),
        (0.25, "turns", "degrees", 90),
        (1, "radians", "arcsec", 206264.80624709636),
        (1, "degrees", "arcmin", 60),
    ],
    "convert_length": [
        (1, "mile", "kilometer", 1.609344),
        (1, "light year", "meter", 9.4607304725808e15),
        (1, "parsec", "meter", 3.085677581491367e16),
        (1, "foot (US survey)", "meter", 0.3048006096),
        (1, "chain (surveyors)", "meter", 20.11684),
        (1, "fathom", "foot", 6),
        (1, "em (pica)", "millimeter", 4.233333),
        (1, "nautical mile", "cable", 10),
    ],
    "convert_energy": [
        (1, "Btu", "joule", 1055.05585262),
        (1, "therm", "Btu", 100_000),
        (1, f"foot{H}pound force", "joule", 1.3558179483314),
        (1, f"foot{H}pound force", f"inch{H}pound force", 12),
        (1, "kilowatt hour", "megajoule", 3.6),
        (1, "electron volt", "joule", 1.602176634e-19),
    ],
    "convert_force": [
        (1, "pounds force", "newtons", 4.4482216152605),
        (1, "kips", "pounds force", 1000),
        (1, "long tons force", "newtons", 9964.01641818352),
        (1, "newtons", "dynes", 1e5),
    ],
    "convert_pressure": [
        (1, "psi", "pascal", 6894.757293168),
        (1, "psf", "pascal", 47.88025898),
        (1, "atmosphere", "millimeters of mercury", 760.0),
        (1, "inches of mercury", "pascal", 3386.389),
        (1, "feet of water", "pascal", 2989.067),
    ],
    "convert_power": [
        (1, "horsepower", "watt", 745.69987158227),
        (1, "horsepower (metric)", "watt", 735.49875),
        (1, "ton of refrigeration", "Btu per hour", 12_000),
        (1, "Btu per hour", "watt", 0.2930711),
        (1, f"kilogram{H}force meter per second", f"foot pound{H}force per second", 7.233013851),
    ],
    "convert_speed": [
        (60, "knots", "meters per second", 30.866667),
        (1, "miles per hour", "meters per second", 0.44704),
        (2, "meters per second", "feet per minute", 393.700787),
        (1, "Mach (ISA sea level)", "knots", 661.4788),
        (1, "speed of light", "kilometers per second", 299792.458),
    ],
    "convert_area": [
        (1, "acre", "square meter", 4046.8564224),
        (1, "square mile", "acre", 640),
        (1200, "square inch", "square meter", 0.774192),
    ],
    "convert_mass": [
        (1, "stone", "kilogram", 6.35029318),
        (1, "troy ounce", "gram", 31.1034768),
        (1, "long ton (UK)", "pound", 2240),
        (1, "pound", "grain", 7000),
    ],
    "convert_volume": [
        (1, "gallon (US)", "cubic inch", 231),
        (1, "gallon", "liter", 3.785411784),
        (2000, "gallon (imperial)", "cubic meter", 9.09218),
        (1, "bushel (US)", "liter", 35.23907016688),
        (1, "barrel (oil)", "gallon (US)", 42),
        (1, "cup", "tablespoon", 16),
        (1, "acre foot", "cubic meter", 1233.48183754752),
    ],
    "convert_computer_data": [
        (2, "gigabytes", "bytes", 2_147_483_648),
        (1, "kilobytes", "bits", 8192),
        (1, "exabytes", "petabytes", 1024),
    ],
    "convert_density": [
        (810, "grams per liter", "kilograms per cubic meter", 810),
        (128, "pounds per cubic foot", "kilograms per cubic meter", 2050.363),
        (1, "pounds per gallon (US)", "kilograms per cubic meter", 119.8264273),
        (1, "grains per gallon", "milligrams per liter", 17.11806),
        (1, "tons per cubic yard (UK)", "kilograms per cubic meter", 1328.939),
    ],
    "convert_time": [
        (1, "years", "days", 365.2425),
        (1, "quarters", "months", 3),
        (1, "synodic months", "days", 29.530588853),
        (2, "fortnights", "weeks", 4),
        (1, "millennia", "centuries", 10),
    ],
}  # fmt: skip


@pytest.mark.parametrize("tool", PUBLISHED)
def test_published_factors_both_ways(ask: Asking, tool: str) -> None:
    for value, source, target, expected in PUBLISHED[tool]:
        answer = ask(tool, value=value, from_unit=source, to_unit=target).data
        assert answer["converted_value"] == pytest.approx(expected, rel=3e-7)
        assert (answer["original_value"], answer["original_unit"]) == (value, source)
        assert (answer["converted_unit"], answer["conversion_type"]) == (
            target,
            tool.removeprefix("convert_"),
        )
        back = ask(tool, value=answer["converted_value"], from_unit=target, to_unit=source).data
        assert back["converted_value"] == pytest.approx(value, rel=1e-12, abs=1e-9)


def test_results_are_rounded_once(ask: Asking) -> None:
    assert ask("convert_length", value=0.1, from_unit="foot", to_unit="inch").data["converted_value"] == 1.2
    assert ask("convert_mass", value=0.7, from_unit="pound", to_unit="ounce").data["converted_value"] == 11.2


def test_units_are_listed(ask: Asking) -> None:
    everything = ask("list_supported_units").data
    assert len(everything) == 14
    assert sum(map(len, everything.values())) == 234
    assert ask("list_supported_units", unit_type="angle").data == {
        "angle": ["degrees", "radians", "arcmin", "arcsec", "turns", "gons"]
    }


def test_a_batch_answers_each_request(ask: Asking) -> None:
    length = {"from_unit": "foot", "to_unit": "meter", "conversion_type": "length"}
    requests = [
        {"value": 10, **length, "request_id": "span"},
        {"value": 350, "from_unit": "Fahrenheit", "to_unit": "celsius", "conversion_type": "temperature"},
        {"value": 1, "from_unit": "foot-pound force", "to_unit": "joules", "conversion_type": "energy"},
        {"value": 1, **length, "to_unit": "metre"},
        {"value": 1, **length, "conversion_type": "lenght"},
        {"value": "ten", **length},
        {"value": -500, "from_unit": "celsius", "to_unit": "kelvin", "conversion_type": "temperature"},
        {"from_unit": None},
    ]
    answer = ask("convert_batch", requests=requests).data
    assert (answer["total"], answer["succeeded"], answer["failed"]) == (8, 3, 5)
    first, second, third, *failed = answer["results"]
    assert (first["request_id"], first["converted_value"]) == ("span", 3.048)
    assert (second["request_id"], second["converted_value"]) == ("2", pytest.approx(176.6667, abs=1e-4))
    assert third["original_unit"] == f"foot{H}pound force"
    words = ("did you mean: meter", "not one of: angle", "not a number", "absolute zero", "conversion_type")
    assert all(word in one["error"] for one, word in zip(failed, words, strict=True))


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("convert_length", {"value": 1, "from_unit": "kilogram", "to_unit": "meter"}, "'from_unit'"),
        ("convert_length", {"value": 1e308, "from_unit": "parsec", "to_unit": "picometer"}, "too large"),
        ("convert_temperature", {"value": -1, "from_unit": "kelvin", "to_unit": "celsius"}, "absolute zero"),
        ("convert_mass", {"value": 1, "from_unit": 3, "to_unit": "gram"}, "name of a unit"),
        ("convert_batch", {"requests": []}, "1 to 500"),
        ("list_supported_units", {"unit_type": "colour"}, "colour"),
    ],
)
def test_wrong_input_is_refused(ask: Asking, tool: str, arguments: dict[str, object], words: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
