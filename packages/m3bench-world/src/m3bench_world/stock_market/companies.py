"""Listed companies. Names, locations and industries are real; sizes are rough, figures invented."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

import msgspec

EXCHANGES = {"N": "NYSE", "Q": "NasdaqGS"}
SHARE_CLASSES = {"GOOGL": ("GOOG", 0.997), "BRK-B": ("BRK-A", 1 / 1500)}
"""Tickers of second share classes: the first class, and the relative price."""


class Sector(msgspec.Struct, frozen=True):
    """Typical values of a sector; amounts relative to revenue."""

    name: str
    beta: float
    growth: float
    earnings_multiple: float
    net_margin: float
    gross_margin: float
    research: float
    investment: float
    receivables: float
    inventory: float
    debt: float
    deposits: float = 0.0


SECTORS = {
    "tech": Sector("Technology", 1.2, 0.13, 32, 0.20, 0.62, 0.14, 0.06, 0.16, 0.05, 0.3),
    "comm": Sector("Communication Services", 1.0, 0.09, 24, 0.15, 0.55, 0.07, 0.10, 0.13, 0.01, 0.6),
    "cyclical": Sector("Consumer Cyclical", 1.2, 0.08, 24, 0.08, 0.36, 0.02, 0.05, 0.05, 0.12, 0.3),
    "staples": Sector("Consumer Defensive", 0.6, 0.05, 23, 0.08, 0.36, 0.01, 0.04, 0.07, 0.10, 0.35),
    "finance": Sector("Financial Services", 1.0, 0.08, 15, 0.24, 0.68, 0.01, 0.03, 0.15, 0.0, 0.9, 6.0),
    "health": Sector("Healthcare", 0.7, 0.08, 24, 0.15, 0.58, 0.13, 0.04, 0.16, 0.09, 0.45),
    "industry": Sector("Industrials", 1.0, 0.08, 22, 0.10, 0.32, 0.03, 0.05, 0.14, 0.13, 0.4),
    "energy": Sector("Energy", 0.9, 0.03, 12, 0.10, 0.35, 0.01, 0.10, 0.11, 0.06, 0.3),
    "material": Sector("Basic Materials", 1.0, 0.04, 15, 0.12, 0.36, 0.01, 0.10, 0.11, 0.14, 0.35),
    "utility": Sector("Utilities", 0.5, 0.04, 19, 0.14, 0.42, 0.0, 0.28, 0.12, 0.05, 2.2),
    "property": Sector("Real Estate", 0.8, 0.04, 32, 0.26, 0.60, 0.0, 0.20, 0.08, 0.0, 2.4),
}


class Company(msgspec.Struct, frozen=True):
    ticker: str
    name: str
    exchange: str
    sector: str
    industry: str
    seat: str
    country: str
    price: float
    """Typical share price in dollars in late 2025."""
    shares: float
    """Shares in millions, as of late 2025."""
    dividend_yield: float
    """Annual dividend yield in percent."""
    employees: int
    """Employees in thousands."""

    @property
    def profile(self) -> Sector:
        return SECTORS[self.sector]

    @property
    def market(self) -> str:
        return EXCHANGES[self.exchange]

    @property
    def share_count(self) -> int:
        return round(self.shares * 1_000_000)

    @property
    def tick_decimals(self) -> int:
        return 4 if self.price < 20 else 2

    @property
    def home(self) -> str:
        return "United States" if self.country == "US" else self.country

    @property
    def short_name(self) -> str:
        """Return the name without its legal form."""
        words = self.name.removeprefix("The ").replace(",", "").split()
        while len(words) > 1 and words[-1].strip(".").lower() in LEGAL_FORMS:
            words.pop()
        return " ".join(words)


LEGAL_FORMS = frozenset(
    (
        *(
            "inc",
            "incorporated",
            "corp",
            "corporation",
            "co",
            "company",
            "limited",
            "ltd",
            "plc",
            "nv",
            "n.v",
        ),
        *(
            "sa",
            "s.a",
            "ag",
            "se",
            "asa",
            "oyj",
            "group",
            "holdings",
            "holding",
            "&",
            "sa/nv",
            "p.l.c",
            "a/s",
        ),
    )
)


@cache
def companies() -> dict[str, Company]:
    """Return companies by ticker, without second share classes."""
    text = (files(__package__) / "companies.tsv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines(), delimiter="\t")
    fields = Company.__struct_fields__
    made = (msgspec.convert(dict(zip(fields, row, strict=True)), Company, strict=False) for row in rows)
    return {company.ticker: company for company in made}
