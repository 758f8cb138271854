"""Documents of well-known services, from lists of their routes and parameters."""

from __future__ import annotations

import re
from importlib.resources import files

from m3bench_world.apis.notation import parse_fields
from m3bench_world.apis.types import Field, Operation, Scheme, Spec

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
