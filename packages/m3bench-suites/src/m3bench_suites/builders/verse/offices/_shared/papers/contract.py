"""A service agreement: numbered clauses with drawn terms."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import CITIES, companies, people

TITLE = "Service agreement"
_CLAUSES = {
    "Scope": "{provider} maintains the lifts and automatic doors of {client} in {city}.",
    "Response": "After a report, a technician of {provider} arrives within {hours} hours.",
    "Fees": "The hourly rate is {rate} euros; travel is charged with {travel} euros for each visit.",
    "Payment": "Invoices are due {days} days after receipt.",
    "Contact": "Reports are taken by {contact}, extension {extension}.",
    "Insurance": "{provider} is insured for damages of up to {cover} euros.",
    "Penalty": "A late visit lowers the invoice of the month by {penalty} percent.",
    "Spare parts": "Parts that cost more than {parts} euros need the written consent of {client}.",
    "Subcontracting": "Work may be given to others only after {client} has been told by {provider}.",
    "Disputes": "The courts of {city} decide on disputes.",
}
LAST = {"Termination": "Each side may end the agreement with a notice of {notice} weeks."}


class Contract(NamedTuple):
    """The terms, and the clauses in order."""

    terms: dict[str, Any]
    clauses: dict[str, str]

    @property
    def headings(self) -> tuple[str, ...]:
        return (TITLE, *self.clauses)

    def texts(self, **changed: str) -> tuple[str, ...]:
        """Return the texts of the clauses, with some changed."""
        return tuple((self.clauses | changed).values())

    def file(self, name: str) -> DataFile:
        blocks: list[dict[str, Any]] = [{"heading": TITLE, "level": 1}]
        for heading, text in self.clauses.items():
            blocks += [{"heading": heading, "level": 2}, {"text": text}]
        return DataFile(name, "docx", blocks)


def lift_company(name: str) -> str:
    """Return a company that maintains lifts, with the first word of another one."""
    return f"{name.split(maxsplit=1)[0]} Lifts"


def draw_contract(draw: TaskDraw, part: int = 0) -> Contract:
    """Draw an agreement with most of the clauses, in random order; the last one is always on its end."""
    other, client = companies(draw, 2, "sides", part)
    provider = lift_company(other)
    terms = {
        "provider": provider,
        "client": client,
        "city": draw.pick(CITIES, "city", part),
        "contact": people(draw, 1, "contact", part)[0],
        "hours": draw.whole(3, 47, "hours", part),
        "rate": draw.whole(52, 98, "rate", part),
        "travel": draw.whole(21, 49, "travel", part),
        "days": draw.whole(11, 44, "days", part),
        "extension": draw.whole(210, 899, "extension", part),
        "cover": draw.whole(3, 19, "cover", part) * 250_000,
        "penalty": draw.whole(3, 12, "penalty", part),
        "parts": draw.whole(7, 48, "parts", part) * 20 + 5,
        "notice": draw.whole(11, 29, "notice", part),
    }
    chosen = ["Scope", *draw.sample(sorted(_CLAUSES.keys() - {"Scope"}), 8, "clauses", part)]
    clauses = {name: _CLAUSES[name].format(**terms) for name in chosen}
    return Contract(terms, clauses | {name: text.format(**terms) for name, text in LAST.items()})
