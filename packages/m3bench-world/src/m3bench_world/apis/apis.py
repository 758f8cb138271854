"""OpenAPI documents by id."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from m3bench_world.apis.document import parse_fields, write_document
from m3bench_world.apis.generated import draw_spec, services
from m3bench_world.apis.types import Field, Operation, Scheme, Spec
from m3bench_world.world import World

KNOWN = ("openai", "github", "cloudflare")
_MACRO = re.compile(r"%(\w+)")


def read_spec(name: str) -> Spec:
    text = (files(__package__) / f"{name}.txt").read_text(encoding="utf-8")
    heading, _, routes = text.partition("\n\n")
    words: dict[str, str] = {}
    named: dict[str, dict[str, str]] = {"macro": {}, "wrapper": {}, "schema": {}}
    schemes: list[Scheme] = []
    for line in heading.splitlines()[1:]:  # the first line says where the facts are from
        key, _, rest = line.partition(" ")
        if key == "auth":
            scheme, kind, *details = rest.split()
            schemes.append(Scheme(scheme, kind, tuple(details)))
        elif key in named:
            label, _, fields = rest.partition(" = ")
            named[key][label] = fields
        else:
            words[key] = rest
    return Spec(
        id=name,
        title=words["title"],
        about=words["about"],
        version=words["version"],
        server=words["server"],
        schemes=tuple(schemes),
        schemas={label: parse_fields(fields) for label, fields in named["schema"].items()},
        wrappers=named["wrapper"],
        operations=tuple(_operation(line, named["macro"]) for line in routes.splitlines() if line),
    )


def _operation(line: str, macros: dict[str, str]) -> Operation:
    route, summary, query, body, response, *flags = (part.strip() for part in f"{line} ".split("|"))
    method, path, operation_id = route.split(" ", 2)
    marks = flags[0].split() if flags else []
    return Operation(
        method=method.lower(),
        path=path,
        id=operation_id,
        summary=summary,
        query=_fields(query, macros),
        body=_fields(body, macros),
        response=response,
        deprecated="deprecated" in marks,
        security=() if "open" in marks else None,
    )


def _fields(text: str, macros: dict[str, str]) -> tuple[Field, ...]:
    return parse_fields(_MACRO.sub(lambda found: macros[found[1]], text))


class Apis:
    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.document = lru_cache(maxsize=8)(self._document)

    @staticmethod
    def ids() -> tuple[str, ...]:
        return (*KNOWN, *services())

    def spec(self, name: str) -> Spec | None:
        """Return the routes, parameters and schemas of a service."""
        if name in KNOWN:
            return read_spec(name)
        service = services().get(name)
        return draw_spec(self._chance, service) if service else None

    def _document(self, name: str) -> dict[str, Any] | None:
        spec = self.spec(name)
        return write_document(spec) if spec else None

    @staticmethod
    def domains() -> dict[str, str]:
        """Return the domains of the invented services, with their owners."""
        return {f"{service.id}.example": service.title for service in services().values()}


def host_of(document: dict[str, Any]) -> str:
    """Return the host of a document's server."""
    return urlsplit(document["servers"][0]["url"]).hostname or ""
