"""OSINT Intelligence, OpenAPI Explorer and Math MCP: what web services stand on, and what they allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    Overview,
    operation_of,
    operations_named,
    page_size,
    read_overviews,
    version_rows,
)
from m3bench_suites.builders.cross.software._shared.internet import (
    DIG,
    HOST,
    SCAN,
    WHOIS,
    ZONE,
    as_day,
    as_latency,
    latency,
    mail_domain,
    open_ports,
    read_address,
    read_zone,
    server_rows,
    stale_servers,
    whois_day,
    whois_field,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
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
    together,
    validation,
)

_MEAN, _MEDIAN, _SUM = "Math MCP/mean", "Math MCP/median", "Math MCP/sum"
_SUBTRACT, _MULTIPLY = "Math MCP/subtract", "Math MCP/multiply"
_LIMIT = 0.12
_MINUTES = 60
_LAST_FIELDS = (
    *("registrar", "expires", "registrar_of_registrar"),
    *("name_server", "subdomains", "server_latency"),
)
_SSH = 22
_MILLISECOND = Tolerance(absolute=0.0006)
_HALF = Tolerance(absolute=0.06)


def _value(result: CallResult) -> float:
    return float(result.text)


def _backends(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 6, "services")
    return TaskSpec(
        words={"names": join(names), "limit": _LIMIT},
        plans=(partial(_backends_plan, names), partial(partial(_backends_plan, names), HOST)),
    )


def _backends_plan(names: list[str], lookup: str = DIG) -> Plan:
    overviews = yield [call(OVERVIEW, id=name) for name in names]
    seen = read_overviews(names, overviews)
    domains = [_domain(overview) for overview in seen.values()]
    answers = yield from _looked_up(seen, overviews)
    registered, zones, scans = (dict(zip(names, group, strict=True)) for group in answers)
    delays = {name: latency(scans[name].text) for name in names}
    rates = [seen[name].rate for name in names]
    average, median = yield [
        call(_MEAN, *scans.values(), numbers=list(delays.values())),
        call(_MEDIAN, *overviews, numbers=rates),
    ]
    middle = _value(average)
    require_clear(middle, _LIMIT, 0.001)
    slow = middle >= _LIMIT
    slowest, fastest = leader(delays, 0.002), leader(delays, 0.002, lowest=True)
    chosen = slowest if slow else fastest
    high, low = (delays[chosen], middle) if slow else (middle, delays[chosen])
    mailbox = whois_field(registered[chosen].text, "Registrar Abuse Contact Email")
    overview, uses = overviews[names.index(chosen)], (average, *scans.values())
    resolved, away, hourly, holder = yield [
        call(lookup, *uses, overview, target=seen[chosen].host),
        call(_SUBTRACT, *uses, minuend=high, subtrahend=low),
        _multiplied(seen[chosen].rate, _MINUTES, *uses, overview),
        call(WHOIS, *uses, registered[chosen], target=mail_domain(mailbox)),
    ]
    site = mail_domain(whois_field(holder.text, "Registrar Abuse Contact Email"))
    network, beyond = yield [
        call(WHOIS, resolved, target=read_address(resolved.text)),
        call(lookup, holder, target=site),
    ]
    (behind,) = yield [call(WHOIS, beyond, target=read_address(beyond.text))]
    stale = stale_servers(domains, registered.values(), zones.values())
    return solution(
        {
            "mean_latency": stated(middle, _MILLISECOND),
            "median_rate": stated(_value(median), _HALF),
            "slow": computed(slow, (middle,)),
            "host": stated(seen[chosen].host),
            "network": stated(whois_field(network.text, "OrgName")),
            "city": stated(whois_field(network.text, "City")),
            "away": stated(_value(away), _MILLISECOND),
            "hourly": stated(_value(hourly)),
            "registrar": stated(whois_field(registered[chosen].text, "Registrar")),
            "registrar_of_registrar": stated(whois_field(holder.text, "Registrar")),
            "registrar_city": stated(whois_field(behind.text, "City")),
            "stale": server_rows("domain", stale),
        },
        branches=[
            fork(
                f"the mean latency is at least {_LIMIT} s",
                slow,
                (DIG, HOST),
                met=seen[slowest].host,
                unmet=seen[fastest].host,
            )
        ],
        validations=[validation("the first name server of a domain", (WHOIS, ZONE), domains, stale)],
    )


def _looked_up(
    seen: Mapping[str, Overview], overviews: Sequence[CallResult]
) -> Steps[list[list[CallResult]]]:
    """Look up the registrations and the zones of the domains of services, and scan their hosts."""
    services = list(zip(seen.values(), overviews, strict=True))
    return (
        yield from together(
            (call(WHOIS, page, target=_domain(overview)) for overview, page in services),
            (call(ZONE, page, target=_domain(overview)) for overview, page in services),
            (call(SCAN, page, target=overview.host) for overview, page in services),
        )
    )


def _domain(overview: Overview) -> str:
    return overview.host.removeprefix("api.")


def _quotas(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 5, "quotas")
    return TaskSpec(words={"names": join(names)}, plans=(partial(_quotas_plan, names),))


def _quotas_plan(names: list[str]) -> Plan:
    overviews = yield [call(OVERVIEW, id=name) for name in names]
    seen, lists = read_overviews(names, overviews), operations_named("list", names, overviews)
    documents = yield [
        call(OPERATION, overview, id=name, operationIdOrRoute=operation)
        for name, overview, operation in lists
    ]
    of_name = {
        name: [document for (api, _, _), document in zip(lists, documents, strict=True) if api == name]
        for name in names
    }
    sizes = {
        name: max(page_size(operation_of(result.data)) or 0 for result in of_name[name]) for name in names
    }
    products = yield [
        _multiplied(seen[name].rate, sizes[name], overview, *of_name[name])
        for name, overview in zip(names, overviews, strict=True)
    ]
    quotas = {name: _value(product) for name, product in zip(names, products, strict=True)}
    best = leader(quotas, 1)
    host, overview = seen[best].host, overviews[names.index(best)]
    domain = host.removeprefix("api.")
    total, average, resolved, scan = yield [
        call(_SUM, *products, numbers=list(quotas.values())),
        call(_MEAN, *products, numbers=list(quotas.values())),
        call(DIG, *products, overview, target=host),
        call(SCAN, *products, overview, target=host),
    ]
    is_open = _SSH in open_ports(scan.text)
    network, last = yield [
        call(WHOIS, resolved, target=read_address(resolved.text)),
        call(WHOIS if is_open else ZONE, scan, overview, target=domain),
    ]
    fields = yield from _registrar(last) if is_open else _name_server(last)
    versions = {name: of_name[name][0].data["info"]["version"] for name in names}
    wrong = [name for name in names if versions[name] != seen[name].version]
    return solution(
        {
            "quotas": rows(
                {"service": computed(name, (seen[name].rate,)), "quota": stated(quotas[name])}
                for name in names
            ),
            "sum": stated(_value(total)),
            "mean": stated(_value(average), _HALF),
            "outdated": version_rows(wrong, seen, versions),
            "network": stated(whois_field(network.text, "OrgName")),
            **dict.fromkeys(_LAST_FIELDS, NOTHING),
            **fields,
        },
        branches=[
            branch(
                f"port {_SSH} is open on the host of the API with the highest quota",
                holds=is_open,
                met={"tools": [WHOIS], "values": [domain]},
                unmet={"tools": [ZONE], "values": [domain]},
            )
        ],
        validations=[validation("the version of an API", (OVERVIEW, OPERATION), names, wrong)],
    )


def _registrar(record: CallResult) -> Steps[dict[str, Expected]]:
    """Look up who registered the registrar of a domain."""
    mailbox = whois_field(record.text, "Registrar Abuse Contact Email")
    (holder,) = yield [call(WHOIS, record, target=mail_domain(mailbox))]
    return {
        "registrar": stated(whois_field(record.text, "Registrar")),
        "expires": as_day(whois_day(record.text, "Registry Expiry Date")),
        "registrar_of_registrar": stated(whois_field(holder.text, "Registrar")),
    }


def _name_server(enumerated: CallResult) -> Steps[dict[str, Expected]]:
    """Scan the first name server of a zone."""
    zone = read_zone(enumerated.text)
    server = next(iter(zone.servers))
    (scan,) = yield [call(SCAN, enumerated, target=server)]
    require(zone.hosts, "the zone has no subdomain.")
    return {
        "name_server": stated(server),
        "subdomains": computed(len(zone.hosts), zone.hosts),
        "server_latency": as_latency(latency(scan.text)),
    }


def _multiplied(first: float, second: float, *uses: CallResult) -> PlannedCall:
    return call(_MULTIPLY, *uses, firstNumber=first, SecondNumber=second)


FAMILY = cross_family(
    number=89,
    name="osint_openapi_math",
    title="OSINT Intelligence, OpenAPI Explorer and Math MCP",
    servers=("OSINT Intelligence", "OpenAPI Explorer", "Math MCP"),
    tasks=(_backends, _quotas),
)
