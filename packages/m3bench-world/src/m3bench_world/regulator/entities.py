"""Types of the regulator's records."""

from __future__ import annotations

from datetime import date

import msgspec


class SafetyReport(msgspec.Struct, frozen=True, kw_only=True):
    """One report of an adverse event. Its main reaction is the first."""

    id: str
    drug: str
    reactions: tuple[str, ...]
    serious: bool
    outcome: str
    sex: str
    age_group: str
    age: int | None
    received: date
    reporter: str
    country: str
    dose: str
    indication: str
    other_drugs: tuple[str, ...]


class ReportCounts(msgspec.Struct, frozen=True, kw_only=True):
    total: int
    serious: int
    reactions: dict[str, int]
    """Main reactions, the most frequent first."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    number: str
    kind: str
    day: date


class Application(msgspec.Struct, frozen=True, kw_only=True):
    """An approved application. A year from the table of drugs is real, the rest is invented."""

    number: str
    drug: str
    brand: str
    sponsor: str
    approved: date
    submissions: tuple[Submission, ...]
    """Oldest first, up to the present day."""


class RecallEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A recall as the list shows it."""

    number: str
    drug: str
    product: str
    grade: int
    """1 (most severe) to 3."""
    status: str
    reason: str
    started: date
    ended: date | None


class Recall(msgspec.Struct, frozen=True, kw_only=True):
    """A recall in full."""

    entry: RecallEntry
    brand: str
    ndc: str
    firm: str
    lots: tuple[str, ...]
    quantity: str
    distribution: str


class Shortage(msgspec.Struct, frozen=True, kw_only=True):
    drug: str
    status: str
    category: str
    reason: str
    started: date
    ended: date | None
    expected: date
    forms: tuple[str, ...]


class DeviceReport(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    device: str
    product_code: str
    maker: str
    genomic: bool
    problem: str
    event: str
    received: date
    patient_effect: str
    narrative: str
