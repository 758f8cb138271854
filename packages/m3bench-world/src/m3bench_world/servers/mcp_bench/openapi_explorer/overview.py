"""An overview of an OpenAPI document: what it is, how to authenticate, and a line per operation."""

from __future__ import annotations

from typing import Any

from m3bench_world import World
from m3bench_world.apis import KNOWN


def write_overview(world: World, name: str, document: dict[str, Any]) -> str:
    info, url = document["info"], document["servers"][0]["url"]
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    lines = [
        f"# {info['title']} (id: {name})",
        f"Version {_version(world, name, info['version'])}, OpenAPI {document['openapi']}, server {url}",
        info["description"],
        "",
        "## Security schemes",
        *(f"- {each}: {_scheme(scheme)}" for each, scheme in _schemes(document).items()),
        "",
        f"## Operations ({len(operations)})",
    ]
    for tag in document["tags"]:
        lines += ["", f"### {tag['name']}"]
        lines += [
            _line(path, method, operation, deprecated=_is_marked(world, name, operation))
            for path, method, operation in operations
            if tag["name"] in operation["tags"]
        ]
    return "\n".join([*lines, "", "Get one with getApiOperation, by operation id or by route."])


def _schemes(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = document["components"]["securitySchemes"]
    return found


def _scheme(scheme: dict[str, Any]) -> str:
    if scheme["type"] == "http":
        return f"type http, scheme {scheme['scheme']}"
    if scheme["type"] == "apiKey":
        return f"type apiKey, in {scheme['in']}, name {scheme['name']}"
    ((flow, details),) = scheme["flows"].items()
    return f"type oauth2, flow {flow}, scopes {', '.join(details['scopes'])}"


def _version(world: World, name: str, version: str) -> str:
    """Return the version as the overview states it: some overviews were not written anew for a release."""
    if name in KNOWN:
        return version
    major, minor, patch = version.split(".")
    return f"{major}.{world.errata.whole('api overviews', name, int(minor))}.{patch}"


def _is_marked(world: World, name: str, operation: dict[str, Any]) -> bool:
    """Return whether the overview calls an operation deprecated. It is wrong about one in sixteen."""
    right, thing = bool(operation.get("deprecated")), f"{name} {operation['operationId']}"
    wrong = all(world.errata.has(source, thing) for source in ("api marks", "api marks unseen"))
    return right != (wrong and name not in KNOWN)


def _line(path: str, method: str, operation: dict[str, Any], *, deprecated: bool) -> str:
    marks = ["deprecated"] if deprecated else []
    marks += ["no authentication"] if operation.get("security") == [] else []
    note = f" [{', '.join(marks)}]" if marks else ""
    return f"- {method.upper()} {path} ({operation['operationId']}): {operation['summary']}{note}"
