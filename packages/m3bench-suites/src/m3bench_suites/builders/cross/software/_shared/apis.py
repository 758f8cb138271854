"""Readers of what `OpenAPI Explorer` returns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.tasks import computed, require, rows, stated

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


def look_up(service: str, operation: str, *uses: CallResult) -> PlannedCall:
    """Return the call for the document of an operation."""
    return call(OPERATION, *uses, id=service, operationIdOrRoute=operation)


def read_overviews(names: Iterable[str], overviews: Iterable[CallResult]) -> dict[str, Overview]:
    """Return the overviews of services by name."""
    return {name: read_overview(overview.text) for name, overview in zip(names, overviews, strict=True)}


def version_rows(
    wrong: Iterable[str], overviews: Mapping[str, Overview], documents: Mapping[str, str]
) -> Expected:
    """Return the services whose overview states another version than their documents."""
    return rows(
        {
            "service": computed(name, (overviews[name].version,)),
            "overview": stated(overviews[name].version),
            "documents": stated(documents[name]),
        }
        for name in wrong
    )


def operations_named(
    prefix: str, names: Iterable[str], overviews: Iterable[CallResult]
) -> list[tuple[str, CallResult, str]]:
    """Return service, overview and id of the operations whose ids begin with a word such as `list`."""
    return [
        (name, overview, line.id)
        for name, overview in zip(names, overviews, strict=True)
        for line in read_overview(overview.text).operations
        if line.id.startswith(prefix)
    ]


def operation_of(document: dict[str, Any]) -> dict[str, Any]:
    """Return the only operation of a document."""
    ((only,),) = [methods.values() for methods in document["paths"].values()]
    operation: dict[str, Any] = only
    return operation


def _body(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    return next((media["schema"] for media in content.values()), {})


def page_size(operation: dict[str, Any]) -> int | None:
    """Return the default number of things on a page, or None for an operation without pages."""
    schemas = {parameter["name"]: parameter["schema"] for parameter in operation["parameters"]}
    schemas |= _body(operation).get("properties", {})
    sizes = [schemas[name]["default"] for name in _SIZE if "default" in schemas.get(name, {})]
    return sizes[0] if sizes else None


def required_fields(operation: dict[str, Any]) -> list[str]:
    """Return the required fields of the body."""
    names: list[str] = _body(operation).get("required", [])
    return names
