"""Made-up names of companies, people and goods."""

from __future__ import annotations

from m3bench_suites.builders.verse.family import TaskDraw

FIRST_NAMES = (
    "Agnes", "Bruno", "Camille", "Dario", "Edith", "Farid", "Greta", "Hamish", "Ilse", "Jonas", "Katya",
    "Lionel", "Maren", "Nadim", "Oona", "Pavel", "Quentin", "Rosalind", "Stellan", "Tamsin", "Ulrike",
    "Viggo", "Wanda", "Xenia", "Yannick", "Zelda",
)  # fmt: skip
LAST_NAMES = (
    "Abernathy", "Bellweather", "Carrow", "Dunmore", "Eastlake", "Fenwick", "Garrick", "Hollis", "Ingram",
    "Jessop", "Kestrel", "Lockhart", "Marchetti", "Norwood", "Okafor", "Pemberton", "Quillon", "Radcliff",
    "Sorensen", "Thackeray", "Underhill", "Vasquez", "Whitlock", "Yardley", "Zimmer",
)  # fmt: skip
_HOUSES = (
    "Bramley", "Corvane", "Dalmore", "Elstow", "Farrow", "Glenmoor", "Harlow", "Inverley", "Juniper",
    "Kingsbury", "Larkfield", "Merriden", "Northgate", "Oakhurst", "Penrose", "Quayside", "Ravensby",
    "Silverton", "Tolland", "Upwell", "Verity", "Westbrook",
)  # fmt: skip
_TRADES = ("Outfitters", "Interiors", "Hotels", "Studios", "Trading", "Bakery", "Clinics", "Schools")
CITIES = (
    "Bergen", "Cork", "Dijon", "Ghent", "Graz", "Leeds", "Lugano", "Malaga", "Odense", "Porto", "Tampere",
    "Utrecht",
)  # fmt: skip
GOODS = {
    "Lighting": ("Arc lamp", "Brass sconce", "Ceiling spot", "Desk lamp", "Lantern"),
    "Seating": ("Bar stool", "Bench", "Lounge chair", "Rocking chair", "Swivel chair"),
    "Storage": ("Bookcase", "Chest of drawers", "Coat rack", "Filing cabinet", "Wall shelf"),
    "Tables": ("Coffee table", "Console table", "Dining table", "Folding table", "Side table"),
    "Textiles": ("Cotton throw", "Jute rug", "Linen curtain", "Velvet cushion", "Wool blanket"),
}
"""Goods by category."""


def people(draw: TaskDraw, count: int, *name: object) -> list[str]:
    """Return full names of different people, no two with the same first or last name."""
    first = draw.sample(FIRST_NAMES, count, *name, "first names")
    last = draw.sample(LAST_NAMES, count, *name, "last names")
    return [f"{one} {other}" for one, other in zip(first, last, strict=True)]


def companies(draw: TaskDraw, count: int, *name: object) -> list[str]:
    """Return names of different companies."""
    houses = draw.sample(_HOUSES, count, *name, "houses")
    return [f"{house} {draw.pick(_TRADES, *name, 'trade', house)}" for house in houses]
