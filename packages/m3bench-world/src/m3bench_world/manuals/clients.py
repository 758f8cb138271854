"""Documentation of the clients of web services, from their OpenAPI documents."""

from __future__ import annotations

from m3bench_world.apis import Field, Operation, Scheme, Spec
from m3bench_world.chance import Chance
from m3bench_world.errata import Errata
from m3bench_world.manuals.types import Library, Snippet, Version
from m3bench_world.manuals.writing import source_url

_PAGING = ("page", "per_page", "offset", "limit", "cursor")
_SIZES = ("10", "20", "25", "50", "100")
_SAMPLES = {"s": '"..."', "i": "3", "n": "2.5", "b": "True", "o": "{}"}


def client_library(chance: Chance, spec: Spec) -> Library:
    return Library(
        id=f"/{spec.id}/{spec.id}-python",
        title=f"{spec.title} client",
        description=f"Python client. {spec.about.partition('. ')[0]}.",
        trust=round(chance.between(5.5, 9.0, "manual trust", spec.id), 1),
        dialect="",
        package=spec.id,
        nix="",
    )


def client_topics(spec: Spec) -> list[str]:
    return ["authentication", "pagination", *dict.fromkeys(_tag(operation) for operation in spec.operations)]


def write_client_topic(
    errata: Errata, library: Library, version: Version, spec: Spec, topic: str
) -> list[Snippet]:
    source = source_url(library, version, topic)
    if topic == "authentication":
        return [_authenticated(spec, scheme, source) for scheme in spec.schemes]
    if topic == "pagination":
        paged = (operation for operation in spec.operations if operation.response.startswith("paged "))
        return [_paged(errata, spec, one, source) for one in paged]
    return [_called(operation, source, topic) for operation in spec.operations if _tag(operation) == topic]


def _authenticated(spec: Spec, scheme: Scheme, source: str) -> Snippet:
    return Snippet(
        "authentication",
        f"Authenticate with {scheme.name}",
        f"Security scheme of type {scheme.kind}.",
        source,
        "python",
        f'client = {spec.id}.Client({scheme.name}="...")',
    )


def _tag(operation: Operation) -> str:
    return operation.path.strip("/").split("/", maxsplit=1)[0]


def _called(operation: Operation, source: str, topic: str) -> Snippet:
    path = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    needed = [field for field in (*operation.query, *operation.body) if field.required]
    arguments = ", ".join([f'{name}="..."' for name in path] + [_argument(field) for field in needed])
    route = f"{operation.method.upper()} {operation.path}"
    about = f"Calls {route} (operation {operation.id})."
    about += f" Required: {', '.join((*path, *(field.name for field in needed)))}." if path or needed else ""
    about += " This operation is deprecated." if operation.deprecated else ""
    comma = ", " if arguments else ""
    return Snippet(
        topic,
        operation.summary,
        about,
        source,
        "python",
        f'answer = client.call("{operation.id}"{comma}{arguments})',
    )


def _argument(field: Field) -> str:
    sample = _SAMPLES.get(field.kind, "{}")
    return f"{field.name}={f'[{sample}]' if field.is_list else sample}"


def _paged(errata: Errata, spec: Spec, operation: Operation, source: str) -> Snippet:
    fields = [field for field in (*operation.query, *operation.body) if field.name in _PAGING]
    names = ", ".join(
        f"{field.name} (default {_default(errata, spec, operation, field)})" for field in fields
    )
    return Snippet(
        "pagination",
        f"{operation.summary}, page by page",
        f"Pages of {operation.id} are chosen by {names}.",
        source,
        "python",
        f'for one in client.pages("{operation.id}"):\n    print(one["id"])',
    )


def _default(errata: Errata, spec: Spec, operation: Operation, field: Field) -> str:
    """Return a default as the manual states it: some sizes of pages are those of an earlier release."""
    if field.name not in ("per_page", "limit") or not field.default:
        return field.default or "none"
    return errata.pick("client manuals", f"{spec.id} {operation.id}", field.default, _SIZES)
