"""Context7 and OpenAPI Explorer: manuals of clients against the documents of their services."""

from __future__ import annotations

import re
from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    operation_of,
    page_size,
    read_overview,
    required_fields,
)
from m3bench_suites.builders.cross.software._shared.manuals import (
    DOCS,
    RESOLVE,
    page_sizes,
    read_docs,
    read_library,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_MANY = 21
_FEWEST = 4


def _pages(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 4, "paged")

    def plan() -> Plan:
        index = yield [call(RESOLVE, libraryName=name) for name in names]
        libraries = [read_library(each.text).id for each in index]
        manuals = yield [
            call(DOCS, each, context7CompatibleLibraryID=library, topic="pagination")
            for each, library in zip(index, libraries, strict=True)
        ]
        described = [
            (name, manual, operation, size)
            for name, manual in zip(names, manuals, strict=True)
            for operation, size in page_sizes(manual.text).items()
        ]
        ids = [operation for _, _, operation, _ in described]
        require(len(ids) >= _FEWEST and len(set(ids)) == len(ids), "two operations share an id.")
        documents = yield [
            call(OPERATION, manual, id=name, operationIdOrRoute=operation)
            for name, manual, operation, _ in described
        ]
        sizes = [page_size(operation_of(each.data)) or 0 for each in documents]
        wrong = [
            (operation, said, size)
            for (_, _, operation, said), size in zip(described, sizes, strict=True)
            if said != size
        ]
        sums = {
            name: sum(size for (api, _, _, _), size in zip(described, sizes, strict=True) if api == name)
            for name in names
        }
        require_lead(sums.values(), 1)
        largest = max(sums, key=sums.__getitem__)
        (overview,) = yield [call(OVERVIEW, *documents, id=largest)]
        seen = read_overview(overview.text)
        bearer = "bearerAuth" in seen.schemes
        place = names.index(largest)
        group = seen.operations[0].path.split("/")[1]
        creates = [line.id for line in seen.operations if line.id.startswith("create")]
        if bearer:
            last = yield [
                call(OPERATION, overview, id=largest, operationIdOrRoute=operation) for operation in creates
            ]
            fields = [field for each in last for field in required_fields(operation_of(each.data))]
            wants = [len(required_fields(operation_of(each.data))) for each in last]
            top = last[wants.index(max(wants))]
            part = next(iter(top.data["paths"])).split("/")[1]
            (final,) = yield [
                call(DOCS, *last, index[place], context7CompatibleLibraryID=libraries[place], topic=part)
            ]
        else:
            last = yield [
                call(DOCS, overview, index[place], context7CompatibleLibraryID=libraries[place], topic=topic)
                for topic in ("authentication", group)
            ]
            fields = []
            called = re.findall(r"\(operation (\w+)\)", last[1].text)
            require(called, "no operation is described.")
            (final,) = yield [call(OPERATION, last[1], id=largest, operationIdOrRoute=called[0])]
        part_docs = read_docs(final.text) if bearer else None
        parameters = [] if bearer else [each["name"] for each in operation_of(final.data)["parameters"]]
        docs = [] if bearer else [read_docs(each.text) for each in last]
        return solution(
            {
                "compared": computed(len(sizes), ids),
                "wrong": rows(
                    {"operation": stated(name), "manual": stated(said), "document": stated(size)}
                    for name, said, size in wrong
                ),
                "mean_size": computed(round(mean(sizes), 2), sizes),
                "largest": computed(largest, (seen.version,)),
                "size_sum": computed(
                    sums[largest],
                    [size for (api, *_), size in zip(described, sizes, strict=True) if api == largest],
                ),
                "rate": stated(seen.rate),
                "create_fields": computed(len(fields), fields) if bearer else NOTHING,
                "create_snippets": computed(part_docs.count, part_docs.titles) if part_docs else NOTHING,
                "authentication": NOTHING if bearer else computed(docs[0].count, docs[0].titles),
                "group": NOTHING if bearer else computed(docs[1].count, docs[1].titles),
                "parameters": NOTHING if bearer else computed(len(parameters), parameters),
            },
            branches=[
                branch(
                    "the service with the largest sum of page sizes can be used with bearerAuth",
                    holds=bearer,
                    met={"tools": [OPERATION], "values": creates},
                    unmet={"tools": [DOCS], "values": ["authentication"]},
                )
            ],
            validations=[
                validation(
                    "the default size of a page", (DOCS, OPERATION), ids, (name for name, _, _ in wrong)
                )
            ],
        )

    return TaskSpec(words={"names": _joined(names)}, plans=(plan,))


def _releases(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 7, "released clients")

    def plan() -> Plan:
        answers = yield [
            *(call(RESOLVE, libraryName=name) for name in names),
            *(call(OVERVIEW, id=name) for name in names),
        ]
        index = dict(zip(names, answers, strict=False))
        overviews = dict(zip(names, answers[len(names) :], strict=True))
        clients = {name: read_library(index[name].text) for name in names}
        seen = {name: read_overview(overviews[name].text) for name in names}
        wrong = [name for name in names if clients[name].versions[0] != seen[name].version]
        require(wrong, "all versions agree.")
        rates = {name: seen[name].rate for name in names}
        require_lead(rates.values(), 1)
        busiest = max(rates, key=rates.__getitem__)
        client = clients[busiest].id
        *firsts, manual = yield [
            *(
                call(
                    OPERATION,
                    overviews[name],
                    index[name],
                    id=name,
                    operationIdOrRoute=seen[name].operations[0].id,
                )
                for name in wrong
            ),
            call(
                DOCS,
                index[busiest],
                *overviews.values(),
                context7CompatibleLibraryID=client,
                topic="pagination",
            ),
        ]
        described = list(page_sizes(manual.text))
        pages = yield [
            call(OPERATION, manual, id=busiest, operationIdOrRoute=operation) for operation in described
        ]
        sizes = [page_size(operation_of(each.data)) or 0 for each in pages]
        part = next(iter(pages[sizes.index(max(sizes))].data["paths"])).split("/")[1]
        read = call(DOCS, index[busiest], *pages, context7CompatibleLibraryID=client, topic=part)
        many = len(seen[busiest].operations) >= _MANY
        updates = [line.id for line in seen[busiest].operations if line.id.startswith("update")]
        uses = (overviews[busiest], *overviews.values())
        if many:
            part_read, *last = yield [
                read,
                *(call(OPERATION, *uses, id=busiest, operationIdOrRoute=operation) for operation in updates),
            ]
        else:
            part_read, *last = yield [
                read,
                call(
                    DOCS,
                    *uses,
                    index[busiest],
                    context7CompatibleLibraryID=client,
                    topic="authentication",
                ),
            ]
        properties = [name for each in last for name in _properties(each.data)] if many else []
        part_docs = read_docs(part_read.text)
        made = re.findall(r"\(operation (create\w+)\)", part_read.text)
        require(len(made) == 1, "the resource has no create operation of its own.")
        (creating,) = yield [call(OPERATION, part_read, id=busiest, operationIdOrRoute=made[0])]
        needed = required_fields(operation_of(creating.data))
        optional = [name for name in _properties(creating.data) if name not in needed]
        docs = None if many else read_docs(last[0].text)
        states = {name: each.data["info"]["version"] for name, each in zip(wrong, firsts, strict=True)}
        return solution(
            {
                "out_of_step": rows(
                    {
                        "service": computed(name, (seen[name].version,)),
                        "client": stated(clients[name].versions[0], also=(f"v{clients[name].versions[0]}",)),
                        "overview": stated(seen[name].version),
                        "document": stated(states[name]),
                    }
                    for name in wrong
                ),
                "mean_trust": computed(
                    round(mean(client.trust for client in clients.values()), 2),
                    [client.trust for client in clients.values()],
                ),
                "busiest": computed(busiest, (rates[busiest],)),
                "rate": stated(rates[busiest]),
                "paged": computed(len(described), described),
                "size_sum": computed(sum(sizes), sizes),
                "largest_snippets": computed(part_docs.count, part_docs.titles),
                "optional": computed(len(optional), optional),
                "update_properties": computed(len(properties), properties) if many else NOTHING,
                "authentication": computed(docs.count, docs.titles) if docs else NOTHING,
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

    return TaskSpec(words={"names": _joined(names), "many": _MANY}, plans=(plan,))


def _properties(document: dict[str, object]) -> list[str]:
    content = operation_of(document)["requestBody"]["content"]
    return [name for media in content.values() for name in media["schema"]["properties"]]


def _joined(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}"


FAMILY = cross_family(
    number=87,
    name="context7_openapi",
    title="Context7 and OpenAPI Explorer",
    servers=("Context7", "OpenAPI Explorer"),
    tasks=(_pages, _releases),
)
