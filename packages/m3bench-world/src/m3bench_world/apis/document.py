"""OpenAPI documents, version 3.0.3: their types and notation."""

from __future__ import annotations

import re
from typing import Any

from m3bench_world.apis.types import Field, Operation, Scheme, Spec

_FIELD = re.compile(
    r"(?P<name>[\w.]+):(?P<kind>[A-Za-z]+)(?P<list>\[\])?"
    r"(?:\((?P<choices>[^)]*)\))?(?:=(?P<default>[^!]+))?(?P<required>!)?"
)


def parse_fields(text: str) -> tuple[Field, ...]:
    """Parse fields separated by commas. A mark `!` makes a field required."""
    return tuple(_field(part) for part in re.split(r",\s*", text.strip()) if part)


def _field(text: str) -> Field:
    match = _FIELD.fullmatch(text)
    if match is None:
        raise ValueError(f"not a field: {text!r}")
    return Field(
        name=match["name"],
        kind=match["kind"],
        is_list=bool(match["list"]),
        choices=tuple(match["choices"].split("/")) if match["choices"] else (),
        default=match["default"],
        required=bool(match["required"]),
    )


_TYPES = {"s": "string", "i": "integer", "n": "number", "b": "boolean", "o": "object"}
_FAILURES = {
    "400": "The request is not valid.",
    "401": "The caller is not known.",
    "404": "There is no such thing.",
}
_ERROR = (Field("code", "s", required=True), Field("message", "s", required=True))


def write_document(spec: Spec) -> dict[str, Any]:
    schemas = {"Error": _ERROR, **spec.schemas}
    paths: dict[str, dict[str, Any]] = {}
    for operation in spec.operations:
        paths.setdefault(operation.path, {})[operation.method] = _operation(spec, operation)
    return {
        "openapi": "3.0.3",
        "info": {"title": spec.title, "version": spec.version, "description": spec.about},
        "servers": [{"url": spec.server}],
        "security": [{scheme.name: []} for scheme in spec.schemes],
        "tags": [{"name": tag} for tag in dict.fromkeys(_tag(listed) for listed in spec.operations)],
        "paths": paths,
        "components": {
            "securitySchemes": {scheme.name: _scheme(scheme) for scheme in spec.schemes},
            "schemas": {name: _object(fields) for name, fields in schemas.items()},
        },
    }


def _tag(operation: Operation) -> str:
    """Return the group of an operation: the first fixed part of its path, or of its id before a slash."""
    group, slash, _ = operation.id.partition("/")
    return group if slash else operation.path.strip("/").split("/", maxsplit=1)[0]


def _operation(spec: Spec, operation: Operation) -> dict[str, Any]:
    written: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [_tag(operation)],
        "parameters": [*_path_parameters(operation.path), *map(_query_parameter, operation.query)],
    }
    if operation.body:
        written["requestBody"] = _body(operation)
    written["responses"] = _responses(spec, operation)
    if operation.deprecated:
        written["deprecated"] = True
    if operation.security is not None:
        written["security"] = [{name: []} for name in operation.security]
    return written


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": _path_type(name)}}
        for name in re.findall(r"\{([^}]+)\}", path)
    ]


def _path_type(name: str) -> str:
    return "integer" if name.endswith("_number") else "string"


def _query_parameter(field: Field) -> dict[str, Any]:
    return {"name": field.name, "in": "query", "required": field.required, "schema": _schema(field)}


def _body(operation: Operation) -> dict[str, Any]:
    has_file = any(field.kind == "f" for field in operation.body)
    media = "multipart/form-data" if has_file else "application/json"
    needed = any(field.required for field in operation.body)
    return {"required": needed, "content": {media: {"schema": _object(operation.body)}}}


def _responses(spec: Spec, operation: Operation) -> dict[str, Any]:
    if operation.response == "204":
        good = {"204": {"description": "Done; there is no content."}}
    else:
        creates = (
            operation.method == "post" and "{" not in operation.path.rpartition("/")[2] and operation.body
        )
        status = "201" if creates and spec.id not in ("openai", "cloudflare") else "200"
        good = {status: _answer("Done.", _response_schema(spec, operation.response))}
    bad = {
        status: _answer(text, {"$ref": "#/components/schemas/Error"})
        for status, text in _FAILURES.items()
        if status != "404" or "{" in operation.path
    }
    return {**good, **bad}


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _response_schema(spec: Spec, response: str) -> dict[str, Any]:
    wrapper, space, name = response.partition(" ")
    if space:
        return _object(parse_fields(spec.wrappers[wrapper].replace("@", name)))
    return _schema(Field("", response.removesuffix("[]"), is_list=response.endswith("[]")))


def _object(fields: tuple[Field, ...]) -> dict[str, Any]:
    written: dict[str, Any] = {"type": "object"}
    required = [field.name for field in fields if field.required]
    if required:
        written["required"] = required
    return written | {"properties": {field.name: _schema(field) for field in fields}}


def _schema(field: Field) -> dict[str, Any]:
    written = _simple(field)
    if field.is_list:
        written = {"type": "array", "items": written}
    if field.default is not None:
        written["default"] = _value(field.kind, field.default)
    return written


def _simple(field: Field) -> dict[str, Any]:
    if field.kind == "f":
        return {"type": "string", "format": "binary"}
    if field.kind not in _TYPES:
        return {"$ref": f"#/components/schemas/{field.kind}"}
    written: dict[str, Any] = {"type": _TYPES[field.kind]}
    return written | {"enum": list(field.choices)} if field.choices else written


def _value(kind: str, text: str) -> Any:
    if kind == "b":
        return text == "true"
    if kind == "i":
        return int(text)
    return float(text) if kind == "n" else text


def _scheme(scheme: Scheme) -> dict[str, Any]:
    if scheme.kind == "http":
        return {"type": "http", "scheme": scheme.details[0]}
    if scheme.kind == "apiKey":
        return {"type": "apiKey", "in": scheme.details[0], "name": scheme.details[1]}
    flow, *urls, scopes = scheme.details
    named = {"tokenUrl": urls[-1], "scopes": {scope: f"Use {scope}." for scope in scopes.split(",")}}
    first = {"authorizationUrl": urls[0]} if len(urls) > 1 else {}
    return {"type": "oauth2", "flows": {flow: first | named}}
