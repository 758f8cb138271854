"""Street names and address formats by country."""

from __future__ import annotations

from functools import cache, cached_property
from importlib.resources import files

import msgspec

from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.wordlists import pairs, words
from m3bench_world.chance import Chance

_SHORT_NAMES = {"US": "USA", "GB": "UK", "TR": "Türkiye"}
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXY"
_STREET_ENDINGS = ("strasse", "gasse", "platz", "allee", "straat", "laan", "gracht", "kade", "plein", "gatan")


class AddressFormat(msgspec.Struct, frozen=True, dict=True):
    """Format of a group of countries; a line of `address_formats.tsv`."""

    group: str
    language: str
    countries: str
    address: str
    """Pattern with {number}, {street}, {postcode}, {city}, {state}, {region} and {country}."""
    kinds: str
    """Patterns of street names, separated by bars; `*` stands for the name."""
    prefixes: str
    """Prefixes for towns with more streets than there are names, separated by bars."""
    names: str
    """Street names, separated by bars."""

    @cached_property
    def streets(self) -> tuple[str, ...]:
        """Return all street names in a fixed order."""
        kinds, names = self.kinds.split("|"), self.names.split("|")
        return tuple(kind.replace("*", name) for kind in kinds for name in names)

    @cached_property
    def before(self) -> tuple[str, ...]:
        return tuple(self.prefixes.split("|"))


@cache
def _address_formats() -> dict[str, AddressFormat]:
    text = (files("m3bench_world.atlas") / "address_formats.tsv").read_text(encoding="utf-8")
    loaded = (AddressFormat(*line.split("\t")) for line in text.splitlines())
    return {
        country: address_format
        for address_format in loaded
        for country in (address_format.countries.split() or [address_format.group])
    }


def address_format(country: str) -> AddressFormat:
    """Return the format of a country, the English one by default."""
    return _address_formats().get(country) or _address_formats()["en"]


def short_country(iso: str, name: str) -> str:
    """Return a country as written at the end of an address: USA, UK, France."""
    return _SHORT_NAMES.get(iso, name)


def short_region(country: str, code: str, name: str) -> str:
    """Return the postal abbreviation of a state, if the country uses them, else its name."""
    return code if country == "US" else pairs("states").get(f"{country}.{code}", name)


def postcode(chance: Chance, country: str, region: str, *where: object) -> str:
    """Return an invented postcode in the country's format; US ones start with the digits of their state."""
    usual = "#####" if country in _address_formats() else ""
    pattern = pairs("postcodes").get(country, usual)
    start = pairs("zip starts").get(region, "") if country == "US" else ""
    draws = chance.stream("postcode", country, *where)
    written = "".join(_fill_sign(sign, draws.random()) for sign in pattern)
    return start + written[len(start) :]


def _fill_sign(sign: str, draw: float) -> str:
    if sign == "#":
        return str(int(10 * draw))
    return _LETTERS[int(len(_LETTERS) * draw)] if sign == "A" else sign


def street_key(street: str) -> str:
    """Return the form in which streets are compared: `Fillmore St` equals `Fillmore Street`."""
    return " ".join(pairs("street abbreviations").get(word, word) for word in fold(street).split())


def is_street_word(word: str) -> bool:
    """Return whether a word of a street's key means street, such as `avenue` or `lindenstrasse`."""
    return word in words("street kinds") or word.endswith(_STREET_ENDINGS)


def is_street(text: str) -> bool:
    """Return whether a name contains a word for street."""
    return any(is_street_word(word) for word in street_key(text).split())
