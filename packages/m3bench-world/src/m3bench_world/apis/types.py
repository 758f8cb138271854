"""Types of the documents, before they are written as OpenAPI."""

from __future__ import annotations

import msgspec


class Field(msgspec.Struct, frozen=True):
    """A parameter or a property."""

    name: str
    kind: str
    """s, i, n, b, o (any object), f (a file), or the name of a schema."""
    is_list: bool = False
    choices: tuple[str, ...] = ()
    default: str | None = None
    required: bool = False


class Scheme(msgspec.Struct, frozen=True):
    """A way to authenticate: name, kind (http, apiKey, oauth2) and what the kind needs."""

    name: str
    kind: str
    details: tuple[str, ...]


class Operation(msgspec.Struct, frozen=True):
    method: str
    path: str
    id: str
    summary: str
    query: tuple[Field, ...]
    body: tuple[Field, ...]
    response: str
    """A status without content (204), a schema, a list of it (Name[]), or a wrapper and a schema."""
    deprecated: bool = False
    security: tuple[str, ...] | None = None
    """Schemes of which one is needed; empty for an open operation, None for those of the document."""


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    about: str
    version: str
    server: str
    schemes: tuple[Scheme, ...]
    schemas: dict[str, tuple[Field, ...]]
    wrappers: dict[str, str]
    """Name → fields in the short notation, with @ for the wrapped schema."""
    operations: tuple[Operation, ...]
