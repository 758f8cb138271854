"""Types of the clinic: diagnoses, conditions, trials, health topics, handbook chapters."""

from __future__ import annotations

import msgspec


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """A code of ICD-10-CM."""

    code: str
    title: str
    section: str
    """Such as "I30-I5A: Other forms of heart disease"."""
    chapter: str
    is_leaf: bool
    """Whether the code has no child codes."""


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """A disease under its everyday name, with its code."""

    name: str
    code: str
    synonyms: tuple[str, ...] = ()


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Site of a trial: an invented institution in a real city."""

    facility: str
    city: str
    state: str
    country: str


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    nct_id: str
    title: str
    status: str
    """Status in the registry's terms, such as RECRUITING or ACTIVE_NOT_RECRUITING."""
    phase: str
    study_type: str
    conditions: tuple[str, ...]
    interventions: tuple[str, ...]
    sponsor: str
    enrollment: int
    start: str
    completion: str
    """A planned date, unless the status says that it has passed."""
    summary: str
    sex: str
    minimum_age: int
    maximum_age: int
    sites: tuple[Site, ...]

    @property
    def url(self) -> str:
        return f"https://clinicaltrials.gov/study/{self.nct_id}"


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A page of advice in one language."""

    id: str
    title: str
    category: str
    language: str
    summary: str
    sections: dict[str, tuple[str, ...]]
    related: tuple[str, ...]


class Chapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of a (made-up) medical handbook."""

    id: str
    title: str
    book: str
    authors: tuple[str, ...]
    publisher: str
    year: int
    summary: str
    subject: str

    @property
    def url(self) -> str:
        return f"https://www.ncbi.nlm.nih.gov/books/{self.id}/"
