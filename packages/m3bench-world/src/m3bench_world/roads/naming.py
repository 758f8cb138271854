"""Seeded road numbers in the format of the country."""

from __future__ import annotations

from m3bench_world.chance import Chance
from m3bench_world.roads.kinds import RoadKind

_M, _T, _P, _S = RoadKind.MOTORWAY, RoadKind.TRUNK, RoadKind.PRIMARY, RoadKind.SECONDARY

Pattern = tuple[str, int, int]
"""Name pattern with `#` for the number, and the range of numbers."""

_PATTERNS: dict[str, tuple[Pattern, Pattern, Pattern, Pattern]] = {
    "US": (("I-#", 4, 99), ("US-#", 1, 99), ("State Route #", 1, 299), ("County Road #", 1, 999)),
    "CA": (("Hwy #", 400, 427), ("Hwy #", 1, 99), ("Hwy #", 100, 399), ("Regional Road #", 1, 190)),
    "GB": (("M#", 1, 90), ("A#", 1, 99), ("A#", 100, 999), ("B#", 1000, 9999)),
    "IE": (("M#", 1, 50), ("N#", 1, 87), ("R#", 100, 399), ("L#", 1000, 4999)),
    "DE": (("A#", 1, 99), ("B#", 1, 500), ("L#", 100, 3999), ("K#", 1000, 9999)),
    "AT": (("A#", 1, 25), ("B#", 1, 320), ("L#", 1, 999), ("L#", 1000, 8000)),
    "CH": (("A#", 1, 28), ("Hauptstrasse #", 1, 28), ("Route #", 100, 500), ("Route #", 500, 999)),
    "FR": (("A#", 1, 89), ("N#", 1, 200), ("D#", 1, 999), ("D#", 1000, 2999)),
    "BE": (("E#", 17, 46), ("N#", 1, 90), ("N#", 100, 399), ("N#", 400, 999)),
    "NL": (("A#", 1, 79), ("N#", 1, 99), ("N#", 200, 399), ("N#", 400, 899)),
    "IT": (("A#", 1, 60), ("SS#", 1, 700), ("SP#", 1, 250), ("SP#", 251, 999)),
    "ES": (("AP-#", 1, 71), ("N-#", 1, 640), ("C-#", 12, 66), ("Carretera #", 100, 999)),
    "PT": (("A#", 1, 44), ("IC#", 1, 37), ("N#", 1, 399), ("M#", 500, 999)),
    "PL": (("A#", 1, 18), ("DK#", 1, 97), ("DW#", 100, 999), ("Droga #", 1000, 4999)),
    "SE": (("E#", 4, 65), ("Riksväg #", 13, 99), ("Länsväg #", 100, 499), ("Väg #", 500, 2999)),
    "TR": (("O-#", 1, 54), ("D#", 10, 999), ("İl yolu #", 1, 81), ("Köy yolu #", 100, 999)),
    "RU": (("M-#", 1, 12), ("R-#", 21, 504), ("A-#", 100, 399), ("K-#", 1, 60)),
    "JP": (
        ("Expressway E#", 1, 98),
        ("Route #", 1, 99),
        ("Route #", 101, 507),
        ("Prefectural Road #", 1, 399),
    ),
    "CN": (("G# Expressway", 1, 99), ("G#", 101, 330), ("S#", 101, 399), ("X#", 1, 999)),
    "KR": (
        ("Expressway #", 1, 65),
        ("National Route #", 1, 99),
        ("Local Route #", 301, 999),
        ("Road #", 1000, 1999),
    ),
    "IN": (("NE#", 1, 24), ("NH#", 1, 99), ("SH#", 1, 199), ("MDR #", 1, 299)),
    "AU": (("M#", 1, 80), ("A#", 1, 87), ("B#", 12, 100), ("C#", 100, 799)),
    "NZ": (("SH#", 1, 2), ("SH#", 3, 50), ("SH#", 51, 99), ("Rural Road #", 1, 300)),
    "BR": (("BR-#", 101, 499), ("BR-#", 101, 499), ("Rodovia #", 10, 399), ("Estrada #", 1, 499)),
    "MX": (
        ("Autopista MEX-#D", 1, 190),
        ("MEX-#", 1, 200),
        ("Carretera Estatal #", 1, 299),
        ("Camino #", 1, 199),
    ),
    "ZA": (("N#", 1, 18), ("R#", 20, 99), ("R#", 300, 799), ("D#", 1, 999)),
}
_OTHERS: tuple[Pattern, Pattern, Pattern, Pattern] = (
    ("A#", 1, 40), ("N#", 1, 99), ("Route #", 100, 499), ("Road #", 500, 1999),
)  # fmt: skip
_EURO: tuple[Pattern, Pattern, Pattern, Pattern] = (
    ("E#", 20, 99), ("Road #", 1, 99), ("Road #", 100, 499), ("Road #", 500, 2999),
)  # fmt: skip
_EURO_CODES = "NO DK FI EE LV LT BY UA RO BG CZ SK HU SI HR RS BA ME MK AL GR MD KZ GE AM AZ"
_EURO_COUNTRIES = frozenset(_EURO_CODES.split())


def road_name(chance: Chance, kind: RoadKind, country: str, corridor: int, edge: int) -> str:
    """Return the name of a road. It keeps its number along its corridor up to the border."""
    patterns = _PATTERNS.get(country) or (_EURO if country in _EURO_COUNTRIES else _OTHERS)
    pattern, low, high = patterns[min(kind, _S)]
    which = f"corridor {corridor}" if corridor else f"edge {edge}"
    number = chance.whole(low, high, "road number", country, int(kind), which)
    if country == "US" and kind is _M and number < 10:
        number *= 5
    return pattern.replace("#", str(number))
