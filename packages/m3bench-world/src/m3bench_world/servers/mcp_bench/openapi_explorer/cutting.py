"""The part of an OpenAPI document about some operations, with all that it refers to."""

from __future__ import annotations

import re
from typing import Any

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PREFIX = "#/components/schemas/"

Found = dict[str, dict[str, Any]]
"""Operations by path and method."""


def find_operations(document: dict[str, Any], wanted: str) -> Found:
    """Return the operations with an id, or of a route such as `/users/{id}` or `GET /users/{id}`."""
    method, _, route = wanted.partition(" ")
    if method.lower() not in METHODS:
        method, route = "", wanted
    paths: Found = document["paths"]
    named = {
        path: {verb: operation}
        for path, methods in paths.items()
        for verb, operation in methods.items()
        if operation["operationId"].casefold() == wanted.casefold()
    }
    return named or _at_route(paths, route.strip(), method.lower())


def _at_route(paths: Found, route: str, method: str) -> Found:
    path = "/" + route.strip("/").split("?", maxsplit=1)[0]
    matching = [path] if path in paths else [each for each in paths if _fits(each, path)]
    for each in matching[:1]:
        kept = {verb: operation for verb, operation in paths[each].items() if method in ("", verb)}
        return {each: kept} if kept else {}
    return {}


def _fits(template: str, path: str) -> bool:
    """Return whether a path has the form of a template: names of parameters, or values for them."""
    parts, others = template.split("/"), path.split("/")
    pairs = zip(parts, others, strict=False)
    return len(parts) == len(others) and all(
        part == other or (re.fullmatch(r"\{[^}]+\}", part) is not None and other) for part, other in pairs
    )


def cut_document(document: dict[str, Any], found: Found) -> dict[str, Any]:
    """Return a document with these operations alone. It is valid by itself."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    kept: dict[str, Any] = {}
    waiting = sorted(_references(found))
    while waiting:
        name = waiting.pop(0)
        if name not in kept:
            kept[name] = schemas[name]
            waiting += sorted(_references(schemas[name]))
    operations = [operation for methods in found.values() for operation in methods.values()]
    needs = [need for each in operations for need in each.get("security", document["security"])]
    schemes = document["components"]["securitySchemes"]
    used = {name: schemes[name] for need in needs for name in need}
    return {
        "openapi": document["openapi"],
        "info": {"title": document["info"]["title"], "version": document["info"]["version"]},
        "servers": document["servers"],
        "security": [need for need in document["security"] if set(need) <= set(used)],
        "paths": found,
        "components": {"securitySchemes": used, "schemas": kept},
    }


def _references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"].removeprefix(_PREFIX)} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(_references(value) for value in part.values()))
    if isinstance(part, list):
        return set().union(*(_references(value) for value in part))
    return set()
