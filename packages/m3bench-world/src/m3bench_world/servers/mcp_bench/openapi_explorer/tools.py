"""Overviews of documents, and single operations cut out of them."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.apis import KNOWN
from m3bench_world.servers.context import ToolContext


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


server = Server(
    "OpenAPI Explorer",
    "OpenAPI documents of web services: an overview, and the details of each operation.",
    sources=("apis",),
    proof=Proof("getApiOverview", {"id": "parcelway"}),
)

ApiId = Annotated[str, about("Id of an API, such as 'openai', 'github' or 'cloudflare', or its title.")]


def _document(context: ToolContext, name: str) -> tuple[str, dict[str, Any]]:
    apis = context.world.apis
    wanted = check_text(name, "id").casefold().removesuffix(" api")
    document = apis.document(wanted)
    if document is None:
        near = near_misses(wanted, apis.ids()) or apis.ids()
        raise NotFound(f"no API '{name[:60]}'", near)
    return wanted, document


@server.tool(name="getApiOverview")
def get_api_overview(context: ToolContext, id: ApiId) -> Answer:
    """What an API is for, its server and security schemes, and all its operations, one a line, with method,
    path and operation id (for getApiOperation)."""
    name, document = _document(context, id)
    return Answer(write_overview(context.world, name, document))


@server.tool(name="getApiOperation")
def get_api_operation(
    context: ToolContext,
    id: ApiId,
    operationIdOrRoute: Annotated[
        str, about("Operation id, or route such as '/users/{id}' or 'GET /users/{id}', from getApiOverview.")
    ],
) -> Answer:
    """The part of an API's OpenAPI document (as JSON) about one operation, or all operations of a route:
    parameters, bodies, responses, the schemas they use, and how to authenticate."""
    _, document = _document(context, id)
    wanted = check_text(operationIdOrRoute, "operationIdOrRoute")
    found = find_operations(document, wanted)
    if not found:
        names = [
            method["operationId"] for methods in document["paths"].values() for method in methods.values()
        ]
        near = near_misses(wanted[:80], [*names, *document["paths"]])
        raise NotFound(f"no operation '{wanted[:80]}' in this API", near or names[:5])
    cut = msgspec.json.encode(cut_document(document, found))
    return Answer(msgspec.json.format(cut, indent=1).decode())
