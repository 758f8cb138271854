"""Documents of invented services: resources are listed, everything else comes from the seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.apis.document import parse_fields
from m3bench_world.apis.types import Field, Operation, Scheme, Spec
from m3bench_world.chance import Chance

PAGING = {
    "page": ("page:i=1, per_page:i={size}", "data:@[]!, page:i!, per_page:i!, total:i!"),
    "offset": ("offset:i=0, limit:i={size}", "data:@[]!, offset:i!, limit:i!, total:i!"),
    "cursor": ("cursor:s, limit:i={size}", "data:@[]!, next_cursor:s"),
}
"""Parameters and answers of each way to page."""
ACTIONS = ("cancel", "archive", "approve", "restore", "duplicate", "lock")
_SIZES = (10, 20, 25, 50, 100)


class Resource(msgspec.Struct, frozen=True):
    singular: str
    plural: str
    fields: tuple[Field, ...]

    @property
    def schema(self) -> str:
        return self.singular.capitalize()


class Service(msgspec.Struct, frozen=True):
    id: str
    title: str
    about: str
    resources: tuple[Resource, ...]


@cache
def services() -> dict[str, Service]:
    found = {}
    for line in (files(__package__) / "services.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, title, about, *resources = (part.strip() for part in line.split(";"))
            found[name] = Service(name, title, about, tuple(map(_resource, resources)))
    return found


def _resource(text: str) -> Resource:
    singular, plural, fields = text.split(" ")
    return Resource(singular, plural, parse_fields(fields))


def draw_spec(chance: Chance, service: Service) -> Spec:
    """Return the document of a service in this world."""
    key = ("api", service.id)
    style = chance.pick(tuple(PAGING), *key, "paging")
    schemes = _schemes(chance, service)
    made = _Writer(chance, service, style, schemes)
    major = chance.whole(1, 4, *key, "major")
    rate = chance.whole(4, 60, *key, "rate") * 10
    return Spec(
        id=service.id,
        title=f"{service.title} API",
        about=f"The API serves {service.about}. A client may send {rate} requests a minute.",
        version=f"{major}.{chance.whole(0, 14, *key, 'minor')}.{chance.whole(0, 9, *key, 'patch')}",
        server=f"https://api.{service.id}.example/v{major}",
        schemes=schemes,
        schemas={
            "Error": parse_fields("code:s!, message:s!, request_id:s"),
            **{resource.schema: _properties(resource) for resource in service.resources},
            "Webhook": parse_fields("id:s!, url:s!, events:s[]!, active:b!"),
        },
        wrappers={"paged": PAGING[style][1]},
        operations=tuple(made.operations()),
    )


def _properties(resource: Resource) -> tuple[Field, ...]:
    own = tuple(msgspec.structs.replace(field, required=True) for field in resource.fields)
    return (*parse_fields("id:s!"), *own, *parse_fields("created_at:s!, updated_at:s"))


def _schemes(chance: Chance, service: Service) -> tuple[Scheme, ...]:
    key, host = ("api scheme", service.id), f"https://auth.{service.id}.example"
    flow = chance.pick(("authorizationCode", "clientCredentials"), *key, "flow")
    scopes = ",".join(
        f"{resource.plural}:{verb}" for resource in service.resources for verb in ("read", "write")
    )
    urls = (f"{host}/authorize", f"{host}/token") if flow == "authorizationCode" else (f"{host}/token",)
    all_of_them = (
        Scheme("apiKey", "apiKey", (chance.pick(("header", "query"), *key, "where"), "X-Api-Key")),
        Scheme("bearerAuth", "http", ("bearer",)),
        Scheme("oauth", "oauth2", (flow, *urls, scopes)),
        Scheme("basicAuth", "http", ("basic",)),
    )
    ranked = sorted(all_of_them, key=lambda scheme: chance.bits(*key, scheme.name))
    return tuple(ranked[: chance.whole(1, 3, *key, "number")])


class _Writer:
    def __init__(self, chance: Chance, service: Service, style: str, schemes: tuple[Scheme, ...]) -> None:
        self._chance = chance
        self._service = service
        self._style = style
        self._schemes = schemes

    def operations(self) -> Iterator[Operation]:
        for index, resource in enumerate(self._service.resources):
            parent = self._service.resources[index - 1] if index else None
            yield from (self._marked(operation) for operation in self._of(resource, parent))
        if self._happens(0.5, "webhooks"):
            yield self._operation("get", "/webhooks", "listWebhooks", "List webhooks", "", "", "Webhook[]")
            body = "url:s!, events:s[]!, secret:s"
            yield self._operation("post", "/webhooks", "createWebhook", "Add a webhook", "", body, "Webhook")

    def _of(self, one: Resource, parent: Resource | None) -> Iterator[Operation]:
        many, path, name = one.plural.capitalize(), f"/{one.plural}", one.schema
        item = f"{path}/{{{one.singular}_id}}"
        filters = ", ".join(f"{field.name}:{field.kind}" for field in one.fields[:2])
        listing = f"{filters}, sort:s(created_at/updated_at)=created_at, {self._paging(one, 'list')}"
        yield self._operation("get", path, f"list{many}", f"List {one.plural}", listing, "", f"paged {name}")
        body = ", ".join(self._body(one, parent))
        yield self._operation("post", path, f"create{name}", f"Create a {one.singular}", "", body, name)
        if self._happens(0.7, one.plural, "search"):
            yield self._search(one)
        yield self._operation("get", item, f"get{name}", f"Get a {one.singular}", "", "", name)
        change = self._chance.pick(("patch", "put"), "api change", self._service.id)
        optional = ", ".join(f"{field.name}:{field.kind}" for field in one.fields)
        yield self._operation(change, item, f"update{name}", f"Change a {one.singular}", "", optional, name)
        if self._happens(0.8, one.plural, "delete"):
            yield self._operation("delete", item, f"delete{name}", f"Delete a {one.singular}", "", "", "204")
        if self._happens(0.55, one.plural, "action"):
            verb = self._chance.pick(ACTIONS, "api action", self._service.id, one.plural)
            summary = f"{verb.capitalize()} a {one.singular}"
            yield self._operation("post", f"{item}/{verb}", f"{verb}{name}", summary, "", "reason:s", name)
        if parent:
            route = f"/{parent.plural}/{{{parent.singular}_id}}/{one.plural}"
            summary = f"List {one.plural} of a {parent.singular}"
            query = self._paging(one, "nested")
            yield self._operation(
                "get", route, f"list{parent.schema}{many}", summary, query, "", f"paged {name}"
            )

    def _search(self, one: Resource) -> Operation:
        """Return a search, with or without pages."""
        many, path = one.plural.capitalize(), f"/{one.plural}/search"
        paged = self._happens(0.6, one.plural, "paged search")
        fields = "q:s!, " + (self._paging(one, "search") if paged else "max_results:i=10")
        response = f"paged {one.schema}" if paged else f"{one.schema}[]"
        method = self._chance.pick(("get", "get", "post"), "api search", self._service.id)
        query, body = (fields, "") if method == "get" else ("", fields)
        return self._operation(method, path, f"search{many}", f"Search {one.plural}", query, body, response)

    def _paging(self, one: Resource, use: str) -> str:
        size = self._chance.pick(_SIZES, "api size", self._service.id, one.plural, use)
        return PAGING[self._style][0].format(size=size)

    def _body(self, one: Resource, parent: Resource | None) -> Iterator[str]:
        if parent:
            yield f"{parent.singular}_id:s!"
        for field in one.fields:
            needed = self._happens(0.65, one.plural, field.name) or field is one.fields[0]
            yield f"{field.name}:{field.kind}{'!' if needed else ''}"
        yield from ("external_id:s", "metadata:o")

    def _happens(self, probability: float, *name: object) -> bool:
        return self._chance.happens(probability, "api draw", self._service.id, *name)

    @staticmethod
    def _operation(  # noqa: PLR0917 - one row of a table
        method: str, path: str, name: str, summary: str, query: str, body: str, response: str
    ) -> Operation:
        return Operation(method, path, name, summary, parse_fields(query), parse_fields(body), response)

    def _marked(self, operation: Operation) -> Operation:
        """Mark some operations as deprecated, open, or for one way to authenticate only."""
        security: tuple[str, ...] | None = None
        if operation.method == "get" and self._happens(0.06, operation.id, "open"):
            security = ()
        elif len(self._schemes) > 1 and self._happens(0.12, operation.id, "one scheme"):
            security = (self._schemes[0].name,)
        deprecated = self._happens(0.07, operation.id, "deprecated")
        return msgspec.structs.replace(operation, deprecated=deprecated, security=security)
