"""An overview of an OpenAPI document: what it is, how to authenticate, and a line per operation."""

from __future__ import annotations

from typing import Any


def write_overview(name: str, document: dict[str, Any]) -> str:
    info = document["info"]
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    lines = [
        f"# {info['title']} (id: {name})",
        f"Version {info['version']}, OpenAPI {document['openapi']}, server {document['servers'][0]['url']}",
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
            _line(path, method, operation)
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


def _line(path: str, method: str, operation: dict[str, Any]) -> str:
    marks = ["deprecated"] if operation.get("deprecated") else []
    marks += ["no authentication"] if operation.get("security") == [] else []
    note = f" [{', '.join(marks)}]" if marks else ""
    return f"- {method.upper()} {path} ({operation['operationId']}): {operation['summary']}{note}"
