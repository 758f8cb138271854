"""OpenAPI Explorer alone: overviews against the documents of the operations."""

from __future__ import annotations

from statistics import mean

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    Overview,
    operation_of,
    page_size,
    read_overview,
    required_fields,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
    validation,
)

_SHARE = 60


def _marks(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 4, "services")
    one, two, three, four = names

    def plan() -> Plan:
        overviews = yield [call(OVERVIEW, id=name) for name in (one, two)]
        lines = [
            (name, overview, line)
            for name, overview in zip((one, two), overviews, strict=True)
            for line in read_overview(overview.text).operations
        ]
        documents = yield [
            call(OPERATION, overview, id=name, operationIdOrRoute=line.id) for name, overview, line in lines
        ]
        operations = [operation_of(document.data) for document in documents]
        gone = [bool(operation.get("deprecated")) for operation in operations]
        by_name = {
            name: sum(is_gone for (api, _, _), is_gone in zip(lines, gone, strict=True) if api == name)
            for name in (one, two)
        }
        wrong = [
            (line, is_gone)
            for (_, _, line), is_gone in zip(lines, gone, strict=True)
            if line.deprecated != is_gone
        ]
        require(len({line.id for _, _, line in lines}) == len(lines), "two operations share an id.")
        needed = [len(required_fields(each)) for each in operations if "requestBody" in each]
        more = by_name[one] >= by_name[two]
        third = three if more else four
        (overview,) = yield [call(OVERVIEW, *documents, id=third)]
        seen = read_overview(overview.text)
        creating = yield [
            call(OPERATION, overview, id=third, operationIdOrRoute=line.id)
            for line in seen.operations
            if line.id.startswith("create")
        ]
        fields = [field for each in creating for field in required_fields(operation_of(each.data))]
        wants = {
            next(iter(each.data["paths"])): len(required_fields(operation_of(each.data))) for each in creating
        }
        path = max(wants, key=wants.__getitem__)
        require(path != "/webhooks", "webhooks are not paged.")
        (listing,) = yield [call(OPERATION, *creating, id=third, operationIdOrRoute=f"GET {path}")]
        size = page_size(operation_of(listing.data))
        require(size, "the list is not paged.")
        return solution(
            {
                "operations": computed(len(lines), (line.id for _, _, line in lines)),
                "deprecated": computed(
                    sum(gone), (line.id for (_, _, line), is_gone in zip(lines, gone, strict=True) if is_gone)
                ),
                "disagreements": rows(
                    {
                        "operation": stated(line.id),
                        "overview": computed(line.deprecated, (line.id,)),
                        "document": computed(is_gone, (line.id,)),
                    }
                    for line, is_gone in wrong
                ),
                "mean_required": computed(
                    round(mean(needed), 2), (name for each in operations for name in required_fields(each))
                ),
                "partner": computed(third, ()),
                "rate": stated(seen.rate),
                "create_fields": computed(len(fields), fields),
                "path": stated(path),
                "page": stated(size),
            },
            branches=[
                branch(
                    f"at least as many operations of {one} are deprecated as of {two}",
                    holds=more,
                    met={"tools": [OVERVIEW, OPERATION], "values": [three]},
                    unmet={"tools": [OVERVIEW, OPERATION], "values": [four]},
                )
            ],
            validations=[
                validation(
                    "whether an operation is deprecated",
                    (OVERVIEW, OPERATION),
                    (line.id for _, _, line in lines),
                    (line.id for line, _ in wrong),
                )
            ],
        )

    return TaskSpec(words={"one": one, "two": two, "three": three, "four": four}, plans=(plan,))


def _searches(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 7, "searched")

    def plan() -> Plan:
        overviews = yield [call(OVERVIEW, id=name) for name in names]
        seen = {name: read_overview(each.text) for name, each in zip(names, overviews, strict=True)}
        searches = [
            (name, overview, line.id)
            for name, overview in zip(names, overviews, strict=True)
            for line in seen[name].operations
            if line.id.startswith("search")
        ]
        require({name for name, _, _ in searches} == set(names), "a service has no search.")
        documents = yield [
            call(OPERATION, overview, id=name, operationIdOrRoute=wanted)
            for name, overview, wanted in searches
        ]
        versions = {
            name: each.data["info"]["version"] for (name, _, _), each in zip(searches, documents, strict=True)
        }
        wrong = [name for name in names if seen[name].version != versions[name]]
        sizes = [page_size(operation_of(each.data)) for each in documents]
        paged = [size for size in sizes if size is not None]
        share = 100 * len(paged) / len(sizes)
        require_clear(share, _SHARE, 0.1)
        many = share >= _SHARE
        rates = {name: seen[name].rate for name in names}
        require_lead(rates.values(), 1)
        require_lead(rates.values(), 1, lowest=True)
        busiest, calmest = max(rates, key=rates.__getitem__), min(rates, key=rates.__getitem__)
        chosen = busiest if many else calmest
        overview = overviews[names.index(chosen)]
        looked_at = [
            line for line in seen[chosen].operations if line.id.startswith("create" if many else "list")
        ]
        more = yield [
            call(OPERATION, overview, *documents, id=chosen, operationIdOrRoute=line.id) for line in looked_at
        ]
        worth = {
            line.id: len(required_fields(operation_of(each.data)))
            if many
            else page_size(operation_of(each.data)) or 0
            for line, each in zip(looked_at, more, strict=True)
        }
        best = max(looked_at, key=lambda line: worth[line.id])
        require(
            best.path.count("/") == 1 and best.path != "/webhooks", "the resource of the winner is not plain."
        )
        changed = next(
            line
            for line in seen[chosen].operations
            if line.id.startswith("update") and line.path.startswith(f"{best.path}/")
        )
        (last,) = yield [call(OPERATION, overview, *more, id=chosen, operationIdOrRoute=changed.id)]
        body = operation_of(last.data)["requestBody"]["content"]["application/json"]["schema"]["properties"]
        return solution(
            {
                "searches": computed(len(searches), (wanted for _, _, wanted in searches)),
                "paged": computed(len(paged), paged),
                "mean_size": computed(round(mean(paged), 2), paged),
                "outdated": rows(
                    {
                        "service": computed(name, (seen[name].version,)),
                        "overview": stated(seen[name].version),
                        "documents": stated(versions[name]),
                    }
                    for name in wrong
                ),
                "service": computed(chosen, (rates[chosen],)),
                "rate": stated(rates[chosen]),
                "creates": stated(best.id) if many else NOTHING,
                "lists": NOTHING if many else stated(best.id),
                "method": stated(changed.method),
                "properties": computed(len(body), body),
            },
            branches=[
                branch(
                    f"at least {_SHARE} % of the search operations are paged",
                    holds=many,
                    met={"tools": [OPERATION], "values": _ids(seen[busiest], "create")},
                    unmet={"tools": [OPERATION], "values": _ids(seen[calmest], "list")},
                )
            ],
            validations=[validation("the version of an API", (OVERVIEW, OPERATION), names, wrong)],
        )

    *most, final = names
    return TaskSpec(words={"names": f"{', '.join(most)} and {final}", "share": _SHARE}, plans=(plan,))


def _ids(overview: Overview, beginning: str) -> list[str]:
    return [line.id for line in overview.operations if line.id.startswith(beginning)]


FAMILY = cross_family(
    number=84,
    name="openapi_explorer",
    title="OpenAPI Explorer",
    servers=("OpenAPI Explorer",),
    tasks=(_marks, _searches),
)
