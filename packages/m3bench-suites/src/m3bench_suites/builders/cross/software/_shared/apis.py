"""Readers of what `OpenAPI Explorer` returns."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from m3bench_suites.builders.tasks import require

OVERVIEW, OPERATION = "OpenAPI Explorer/getApiOverview", "OpenAPI Explorer/getApiOperation"
SERVICES = (
    "parcelway", "ledgerline", "tablebook", "roomkeeper", "fleetwise", "gridpulse", "medicharts",
    "classroomly", "talentdock", "soundshelf", "newsdesk", "mapstone", "skyfare", "farmfield", "petclinic",
    "legalvault", "cargoport", "stockroom", "ticketwell", "chatbridge", "mailroom", "pixelstore",
    "codeharbor", "metricloud", "identigate", "quizforge", "weathervane", "bookstack", "gymtrack",
    "voicenote", "coinpath",
)  # fmt: skip
"""Invented services. They exist in every world."""

_LINE = re.compile(r"^- ([A-Z]+) (/\S*) \((\w+)\): [^\[\n]*(\[.*\])?$", re.MULTILINE)
_SIZE = ("per_page", "limit")


class Line(msgspec.Struct, frozen=True):
    """An operation as an overview lists it."""

    method: str
    path: str
    id: str
    deprecated: bool


class Overview(msgspec.Struct, frozen=True):
    version: str
    host: str
    rate: int
    """Requests a minute."""
    schemes: tuple[str, ...]
    operations: tuple[Line, ...]


def read_overview(text: str) -> Overview:
    head = re.search(r"^Version (\S+), .* server https://([^/\s]+)", text, re.MULTILINE)
    rate = re.search(r"may send (\d+) requests a minute", text)
    require(head and rate, "the overview is not that of a service.")
    assert head
    assert rate
    lines = (
        Line(method, path, name, "deprecated" in marks) for method, path, name, marks in _LINE.findall(text)
    )
    schemes = re.findall(r"^- (\w+): type ", text, re.MULTILINE)
    return Overview(head[1], head[2], int(rate[1]), tuple(schemes), tuple(lines))


def operation_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return the only operation of a document."""
    ((only,),) = [methods.values() for methods in document["paths"].values()]
    found: dict[str, Any] = only
    return found


def _body(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    return next((media["schema"] for media in content.values()), {})


def page_size(operation: dict[str, Any]) -> int | None:
    """Return the default number of things on a page, or None for an operation without pages."""
    schemas = {each["name"]: each["schema"] for each in operation["parameters"]}
    schemas |= _body(operation).get("properties", {})
    sizes = [schemas[name]["default"] for name in _SIZE if "default" in schemas.get(name, {})]
    return sizes[0] if sizes else None


def required_fields(operation: dict[str, Any]) -> list[str]:
    """Return the required fields of the body."""
    names: list[str] = _body(operation).get("required", [])
    return names
