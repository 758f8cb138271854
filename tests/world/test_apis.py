"""OpenAPI documents: valid by the rules of OpenAPI 3, and other ones for another seed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from m3bench_world import World
from m3bench_world.apis.document import parse_fields

METHODS = {"get", "put", "post", "delete", "patch"}


def references(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if "$ref" in part else set()
        return own.union(*(references(value) for value in part.values()))
    return set().union(*(references(value) for value in part)) if isinstance(part, list) else set()


def problems(document: dict[str, Any]) -> list[str]:
    """What breaks the structure: ids used twice, parameters without a place, references to nothing."""
    found = []
    schemes, schemas = document["components"]["securitySchemes"], document["components"]["schemas"]
    found += [f"{ref} is missing" for ref in references(document) if ref.rpartition("/")[2] not in schemas]
    names: list[str] = []
    needs = list(document["security"])
    for path, methods in document["paths"].items():
        found += [f"{path}: {method}" for method in methods if method not in METHODS]
        for operation in methods.values():
            names.append(operation["operationId"])
            needs += operation.get("security", [])
            parameters = {
                (parameter["in"], parameter["name"]): parameter for parameter in operation["parameters"]
            }
            if len(parameters) != len(operation["parameters"]):
                found.append(f"{path}: a parameter stands twice")
            places = {name for place, name in parameters if place == "path"}
            if places != set(re.findall(r"\{(\w+)\}", path)) or not operation["responses"]:
                found.append(f"{path}: parameters of the path or responses")
            found += [
                f"{path}: {parameter['name']} is optional"
                for parameter in parameters.values()
                if parameter["in"] == "path" and not parameter["required"]
            ]
    found += [f"{name} is used twice" for name in set(names) if names.count(name) > 1]
    found += [f"{name} is no scheme" for need in needs for name in need if name not in schemes]
    return found


@pytest.mark.parametrize("seed", [7, 8])
def test_every_document_is_valid(seed: int) -> None:
    apis = World(seed).apis
    assert len(apis.ids()) > 30
    for name in apis.ids():
        document = apis.document(name)
        assert document is not None
        assert document["openapi"] == "3.0.3"
        assert problems(document) == [], name
        assert len(document["paths"]) >= 8


def test_a_broken_document_is_noticed() -> None:
    document = World().apis.document("openai")
    assert document is not None
    broken = document | {
        "security": [{"nobody": []}],
        "paths": document["paths"] | {"/x/{id}": document["paths"]["/models"]},
    }
    assert len(problems(broken)) >= 2


def test_ways_to_page_and_to_authenticate_differ() -> None:
    apis = World().apis
    specs = [spec for name in apis.ids() if (spec := apis.spec(name))]
    pages = {field.name for spec in specs for operation in spec.operations for field in operation.query}
    assert {"page", "offset", "cursor"} <= pages
    assert {scheme.kind for spec in specs for scheme in spec.schemes} == {"http", "apiKey", "oauth2"}
    assert any(operation.deprecated for spec in specs for operation in spec.operations)
    assert any(operation.security == () for spec in specs for operation in spec.operations)
    assert apis.spec("nothing") is None


def test_fields_are_parsed() -> None:
    limit, order, labels, title = parse_fields("limit:i=20, order:s(asc/desc)=desc, labels:Label[], title:s!")
    assert (limit.default, order.choices, labels.is_list, title.required) == (
        "20",
        ("asc", "desc"),
        True,
        True,
    )
    with pytest.raises(ValueError, match="not a field"):
        parse_fields("limit")
