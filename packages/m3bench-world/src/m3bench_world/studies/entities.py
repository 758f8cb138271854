"""Types of the studies: protocols, outcomes, sites, organizations, interventions, biomarkers."""

from __future__ import annotations

import msgspec


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    kind: str
    interventions: tuple[str, ...]


class Protocol(msgspec.Struct, frozen=True, kw_only=True):
    """Design and eligibility of a trial."""

    allocation: str
    masking: str
    purpose: str
    healthy_volunteers: bool
    funder: str
    arms: tuple[Arm, ...]
    inclusion: tuple[str, ...]
    exclusion: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """An outcome measure, with a value for each arm where results are posted."""

    measure: str
    primary: bool
    time_frame: str
    unit: str
    values: tuple[float, ...] = ()


class StudySite(msgspec.Struct, frozen=True, kw_only=True):
    facility: str
    city: str
    state: str
    country: str
    latitude: float
    longitude: float
    status: str
    contact: str
    phone: str
    organization: str
    """Id of the organization in the register."""


class Organization(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    street: str
    city: str
    state: str
    state_code: str
    country: str
    contact: str
    phone: str
    parent: str


class Intervention(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: str
    synonyms: tuple[str, ...]


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """A biomarker in the register."""

    id: str
    name: str
    gene: str
    variant: str
    kind: str
    assay: str
    conditions: tuple[str, ...]
    drugs: tuple[str, ...]
