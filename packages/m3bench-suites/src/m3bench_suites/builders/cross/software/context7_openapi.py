"""Context7 and OpenAPI Explorer: manuals of clients against the documents of their services."""

from __future__ import annotations

import re
from functools import partial
from statistics import mean

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    Overview,
    look_up,
    operation_of,
    page_size,
    read_overview,
    read_overviews,
    required_fields,
)
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    Listed,
    page_sizes,
    read_docs,
    read_library,
    read_manual,
    snippets,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader,
    pluck,
    require,
    rows,
    solution,
    stated,
    table,
    together,
    validation,
)

_MANY = 21
_FEWEST = 4


def _pages(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 4, "paged")
    return TaskSpec(words={"names": join(names)}, plans=(partial(_pages_plan, names),))


def _pages_plan(names: list[str]) -> Plan:
    index = yield [call(RESOLVE, libraryName=name) for name in names]
    libraries = [read_library(result.text).id for result in index]
    manuals = yield [
        read_manual(library, "pagination", page) for page, library in zip(index, libraries, strict=True)
    ]
    described = [
        (name, manual, operation, size)
        for name, manual in zip(names, manuals, strict=True)
        for operation, size in page_sizes(manual.text).items()
    ]
    ids = [operation for _, _, operation, _ in described]
    require(len(ids) >= _FEWEST and len(set(ids)) == len(ids), "two operations share an id.")
    documents = yield [look_up(name, operation, manual) for name, manual, operation, _ in described]
    said = {operation: size for _, _, operation, size in described}
    sizes = [page_size(operation_of(document.data)) or 0 for document in documents]
    own = dict(zip(ids, sizes, strict=True))
    wrong = [operation for operation in ids if said[operation] != own[operation]]
    sizes_of = {name: [own[operation] for api, _, operation, _ in described if api == name] for name in names}
    sums = {name: sum(sizes) for name, sizes in sizes_of.items()}
    largest = leader(sums, 1)
    (overview,) = yield [call(OVERVIEW, *documents, id=largest)]
    seen = read_overview(overview.text)
    bearer = "bearerAuth" in seen.schemes
    position = names.index(largest)
    client, known = libraries[position], index[position]
    creates = [line.id for line in seen.operations if line.id.startswith("create")]
    fields = yield from (
        _creating(largest, creates, client, overview, known)
        if bearer
        else _reading(largest, seen.operations[0].path.split("/")[1], client, overview, known)
    )
    return solution(
        {
            "compared": computed(len(sizes), ids),
            "wrong": table("operation", wrong, manual=said, document=own),
            "mean_size": computed(round(mean(sizes), 2), sizes),
            "largest": computed(largest, (seen.version,)),
            "size_sum": computed(sums[largest], sizes_of[largest]),
            "rate": stated(seen.rate),
            **fields,
        },
        branches=[
            branch(
                "the service with the largest sum of page sizes can be used with bearerAuth",
                holds=bearer,
                met={"tools": [OPERATION], "values": creates},
                unmet={"tools": [DOCS], "values": ["authentication"]},
            )
        ],
        validations=[validation("the default size of a page", (DOCS, OPERATION), ids, wrong)],
    )


def _creating(
    service: str, operations: list[str], client: str, overview: CallResult, index: CallResult
) -> Steps[dict[str, Expected]]:
    """Look up what create operations need, and the manual of the resource that needs most."""
    documents = yield [look_up(service, operation, overview) for operation in operations]
    needed = [required_fields(operation_of(document.data)) for document in documents]
    fields = [field for names in needed for field in names]
    top = documents[needed.index(max(needed, key=len))]
    part = next(iter(top.data["paths"])).split("/")[1]
    (manual,) = yield [read_manual(client, part, *documents, index)]
    return {
        "inputs": computed(len(fields), fields),
        "snippets": snippets(read_docs(manual.text)),
    }


def _reading(
    service: str, group: str, client: str, overview: CallResult, index: CallResult
) -> Steps[dict[str, Expected]]:
    """Read the manual on authentication and on a group, and look up the first operation of the group."""
    manuals = yield [read_manual(client, topic, overview, index) for topic in ("authentication", group)]
    called = re.findall(r"\(operation (\w+)\)", manuals[1].text)
    require(called, "no operation is described.")
    (document,) = yield [look_up(service, called[0], manuals[1])]
    pages = [read_docs(manual.text) for manual in manuals]
    parameters = [parameter["name"] for parameter in operation_of(document.data)["parameters"]]
    return {
        "inputs": computed(len(parameters), parameters),
        "snippets": computed(
            sum(docs.count for docs in pages), [title for docs in pages for title in docs.titles]
        ),
    }


def _releases(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 7, "released clients")
    return TaskSpec(words={"names": join(names), "many": _MANY}, plans=(partial(_releases_plan, names),))


def _releases_plan(names: list[str]) -> Plan:
    answers = yield from together(
        (call(RESOLVE, libraryName=name) for name in names), (call(OVERVIEW, id=name) for name in names)
    )
    index, overviews = (dict(zip(names, group, strict=True)) for group in answers)
    clients = {name: read_library(index[name].text) for name in names}
    seen = read_overviews(names, overviews.values())
    wrong = [name for name in names if clients[name].versions[0] != seen[name].version]
    require(wrong, "all versions agree.")
    rates = {name: seen[name].rate for name in names}
    busiest = leader(rates, 1)
    client = clients[busiest].id
    *firsts, manual = yield [
        *(look_up(name, seen[name].operations[0].id, overviews[name], index[name]) for name in wrong),
        read_manual(client, "pagination", index[busiest], *overviews.values()),
    ]
    described = list(page_sizes(manual.text))
    pages = yield [look_up(busiest, operation, manual) for operation in described]
    sizes = [page_size(operation_of(page.data)) or 0 for page in pages]
    part = next(iter(pages[sizes.index(max(sizes))].data["paths"])).split("/")[1]
    many = len(seen[busiest].operations) >= _MANY
    updates = [line.id for line in seen[busiest].operations if line.id.startswith("update")]
    uses = (overviews[busiest], *overviews.values())
    part_read, *last = yield [
        read_manual(client, part, index[busiest], *pages),
        *(look_up(busiest, operation, *uses) for operation in updates if many),
        *([] if many else [read_manual(client, "authentication", *uses, index[busiest])]),
    ]
    properties = [name for result in last for name in _properties(result.data)] if many else []
    optional = yield from _optional_fields(busiest, part_read)
    states = pluck(wrong, firsts, "info", "version")
    trusts = [library.trust for library in clients.values()]
    return solution(
        {
            "out_of_step": rows(
                _versions(clients[name], seen[name], name, document) for name, document in states.items()
            ),
            "mean_trust": computed(round(mean(trusts), 2), trusts),
            "busiest": computed(busiest, (rates[busiest],)),
            "rate": stated(rates[busiest]),
            "paged": computed(len(described), described),
            "size_sum": computed(sum(sizes), sizes),
            "largest_snippets": snippets(read_docs(part_read.text)),
            "optional": computed(len(optional), optional),
            "extent": computed(len(properties), properties) if many else snippets(read_docs(last[0].text)),
        },
        branches=[
            branch(
                f"the service that allows the most requests has at least {_MANY} operations",
                holds=many,
                met={"tools": [OPERATION], "values": updates},
                unmet={"tools": [DOCS], "values": ["authentication"]},
            )
        ],
        validations=[validation("the version of a service", (RESOLVE, OVERVIEW), names, wrong)],
    )


def _optional_fields(service: str, manual: CallResult) -> Steps[list[str]]:
    """Return the fields that creating the resource of a manual does not need."""
    made = re.findall(r"\(operation (create\w+)\)", manual.text)
    require(len(made) == 1, "the resource has no create operation of its own.")
    (creating,) = yield [look_up(service, made[0], manual)]
    needed = required_fields(operation_of(creating.data))
    return [name for name in _properties(creating.data) if name not in needed]


def _versions(client: Listed, overview: Overview, service: str, document: str) -> dict[str, Expected]:
    """Return a record of the versions of a service by all three sources."""
    newest = client.versions[0]
    return {
        "service": computed(service, (overview.version,)),
        "client": stated(newest, also=(f"v{newest}",)),
        "overview": stated(overview.version),
        "document": stated(document),
    }


def _properties(document: dict[str, object]) -> list[str]:
    content = operation_of(document)["requestBody"]["content"]
    return [name for media in content.values() for name in media["schema"]["properties"]]


FAMILY = cross_family(
    number=87,
    name="context7_openapi",
    title="Context7 and OpenAPI Explorer",
    servers=("Context7", "OpenAPI Explorer"),
    tasks=(_pages, _releases),
)
