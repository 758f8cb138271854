"""OpenAPI Explorer alone: overviews against the documents of the operations."""

from __future__ import annotations

from collections import Counter
from functools import partial
from statistics import mean

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    Line,
    Overview,
    look_up,
    operation_of,
    operations_named,
    page_size,
    read_overview,
    read_overviews,
    required_fields,
    version_rows,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    fork,
    leader,
    require,
    require_clear,
    rows,
    solution,
    stated,
    validation,
)

_SHARE = 60


def _marks(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 4, "services")
    first, second, third, fourth = names
    return TaskSpec(
        words={"one": first, "two": second, "three": third, "four": fourth},
        plans=(partial(_marks_plan, first, second, third, fourth),),
    )


def _marks_plan(first: str, second: str, third: str, fourth: str) -> Plan:
    overviews = yield [call(OVERVIEW, id=name) for name in (first, second)]
    lines = [
        (name, overview, line)
        for name, overview in zip((first, second), overviews, strict=True)
        for line in read_overview(overview.text).operations
    ]
    documents = yield [look_up(name, line.id, overview) for name, overview, line in lines]
    operations = [operation_of(document.data) for document in documents]
    gone = [bool(operation.get("deprecated")) for operation in operations]
    by_name = Counter(name for (name, _, _), is_gone in zip(lines, gone, strict=True) if is_gone)
    ids = [line.id for _, _, line in lines]
    require(len(set(ids)) == len(ids), "two operations share an id.")
    marks = dict(zip(ids, gone, strict=True))
    wrong = [line for _, _, line in lines if line.deprecated != marks[line.id]]
    needed = [len(required_fields(operation)) for operation in operations if "requestBody" in operation]
    more = by_name[first] >= by_name[second]
    partner = third if more else fourth
    (overview,) = yield [call(OVERVIEW, *documents, id=partner)]
    seen = read_overview(overview.text)
    created = yield from _created_most(partner, overview, seen)
    return solution(
        {
            "operations": computed(len(ids), ids),
            "deprecated": computed(sum(gone), (name for name, is_gone in marks.items() if is_gone)),
            "disagreements": rows(
                {
                    "operation": stated(line.id),
                    "overview": computed(line.deprecated, (line.id,)),
                    "document": computed(marks[line.id], (line.id,)),
                }
                for line in wrong
            ),
            "mean_required": computed(
                round(mean(needed), 2),
                (name for operation in operations for name in required_fields(operation)),
            ),
            "partner": computed(partner, ()),
            "rate": stated(seen.rate),
            **created,
        },
        branches=[
            fork(
                f"at least as many operations of {first} are deprecated as of {second}",
                more,
                (OVERVIEW, OPERATION),
                met=third,
                unmet=fourth,
            )
        ],
        validations=[
            validation(
                "whether an operation is deprecated", (OVERVIEW, OPERATION), ids, (line.id for line in wrong)
            )
        ],
    )


def _created_most(service: str, overview: CallResult, seen: Overview) -> Steps[dict[str, Expected]]:
    """Look up what the create operations of a service need, and the pages of the path that needs most."""
    creating = yield [
        call(OPERATION, overview, id=service, operationIdOrRoute=line.id)
        for line in seen.operations
        if line.id.startswith("create")
    ]
    needed = {
        next(iter(result.data["paths"])): required_fields(operation_of(result.data)) for result in creating
    }
    fields = [field for result in creating for field in required_fields(operation_of(result.data))]
    path = max(needed, key=lambda path: len(needed[path]))
    require(path != "/webhooks", "webhooks are not paged.")
    (listing,) = yield [call(OPERATION, *creating, id=service, operationIdOrRoute=f"GET {path}")]
    size = page_size(operation_of(listing.data))
    require(size, "the list is not paged.")
    return {"create_fields": computed(len(fields), fields), "path": stated(path), "page": stated(size)}


def _update_of(listed: Line, overview: Overview) -> Line:
    """Return the operation that updates the resource of another one."""
    plain = listed.path.count("/") == 1 and listed.path != "/webhooks"
    require(plain, "the resource of the winner is not plain.")
    return next(
        line
        for line in overview.operations
        if line.id.startswith("update") and line.path.startswith(f"{listed.path}/")
    )


def _searches(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 7, "searched")
    *most, final = names
    return TaskSpec(
        words={"names": f"{', '.join(most)} and {final}", "share": _SHARE},
        plans=(partial(_searches_plan, names),),
    )


def _searches_plan(names: list[str]) -> Plan:
    overviews = yield [call(OVERVIEW, id=name) for name in names]
    seen, searches = read_overviews(names, overviews), operations_named("search", names, overviews)
    require({name for name, _, _ in searches} == set(names), "a service has no search.")
    documents = yield [
        call(OPERATION, overview, id=name, operationIdOrRoute=wanted) for name, overview, wanted in searches
    ]
    versions = {
        name: document.data["info"]["version"]
        for (name, _, _), document in zip(searches, documents, strict=True)
    }
    wrong = [name for name in names if seen[name].version != versions[name]]
    sizes = [page_size(operation_of(document.data)) for document in documents]
    paged = [size for size in sizes if size is not None]
    share = 100 * len(paged) / len(sizes)
    require_clear(share, _SHARE, 0.1)
    many = share >= _SHARE
    rates = {name: seen[name].rate for name in names}
    busiest, calmest = leader(rates, 1), leader(rates, 1, lowest=True)
    chosen = busiest if many else calmest
    overview = overviews[names.index(chosen)]
    looked_at = [line for line in seen[chosen].operations if line.id.startswith("create" if many else "list")]
    more = yield [
        call(OPERATION, overview, *documents, id=chosen, operationIdOrRoute=line.id) for line in looked_at
    ]
    operations = [operation_of(result.data) for result in more]
    worth = [
        len(required_fields(operation)) if many else page_size(operation) or 0 for operation in operations
    ]
    best = looked_at[worth.index(max(worth))]
    changed = _update_of(best, seen[chosen])
    (last,) = yield [call(OPERATION, overview, *more, id=chosen, operationIdOrRoute=changed.id)]
    body = operation_of(last.data)["requestBody"]["content"]["application/json"]["schema"]["properties"]
    return solution(
        {
            "searches": computed(len(searches), (wanted for _, _, wanted in searches)),
            "paged": computed(len(paged), paged),
            "mean_size": computed(round(mean(paged), 2), paged),
            "outdated": version_rows(wrong, seen, versions),
            "service": computed(chosen, (rates[chosen],)),
            "rate": stated(rates[chosen]),
            "operation": stated(best.id),
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


def _ids(overview: Overview, beginning: str) -> list[str]:
    return [line.id for line in overview.operations if line.id.startswith(beginning)]


FAMILY = cross_family(
    number=84,
    name="openapi_explorer",
    title="OpenAPI Explorer",
    servers=("OpenAPI Explorer",),
    tasks=(_marks, _searches),
)
