"""OSINT Intelligence, OpenAPI Explorer and Math MCP: what web services stand on, and what they allow."""

from __future__ import annotations

from functools import partial

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.apis import (
    OPERATION,
    OVERVIEW,
    SERVICES,
    operation_of,
    page_size,
    read_overview,
)
from m3bench_suites.builders.cross.software._shared.internet import (
    DIG,
    HOST,
    SCAN,
    WHOIS,
    ZONE,
    as_day,
    as_latency,
    first_server,
    latency,
    mail_domain,
    open_ports,
    read_address,
    read_zone,
    whois_day,
    whois_field,
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

_MEAN, _MEDIAN, _SUM = "Math MCP/mean", "Math MCP/median", "Math MCP/sum"
_SUBTRACT, _MULTIPLY = "Math MCP/subtract", "Math MCP/multiply"
_LIMIT = 0.12
_MINUTES = 60
_SSH = 22
_MILLISECOND = Tolerance(absolute=0.0006)
_HALF = Tolerance(absolute=0.06)


def _value(result: CallResult) -> float:
    return float(result.text)


def _backends(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 6, "services")

    def plan(lookup: str = DIG) -> Plan:
        overviews = yield [call(OVERVIEW, id=name) for name in names]
        seen = {name: read_overview(each.text) for name, each in zip(names, overviews, strict=True)}
        domains = {name: seen[name].host.removeprefix("api.") for name in names}
        answers = yield [
            call(tool, overview, target=seen[name].host if tool == SCAN else domains[name])
            for tool in (WHOIS, ZONE, SCAN)
            for name, overview in zip(names, overviews, strict=True)
        ]
        registered = dict(zip(names, answers, strict=False))
        zones = dict(zip(names, answers[len(names) :], strict=False))
        scans = dict(zip(names, answers[2 * len(names) :], strict=True))
        delays = {name: latency(scans[name].text) for name in names}
        rates = [seen[name].rate for name in names]
        average, median = yield [
            call(_MEAN, *scans.values(), numbers=list(delays.values())),
            call(_MEDIAN, *overviews, numbers=rates),
        ]
        middle = _value(average)
        require_clear(middle, _LIMIT, 0.001)
        slow = middle >= _LIMIT
        require_lead(delays.values(), 0.002)
        require_lead(delays.values(), 0.002, lowest=True)
        slowest, fastest = max(delays, key=delays.__getitem__), min(delays, key=delays.__getitem__)
        chosen = slowest if slow else fastest
        high, low = (delays[chosen], middle) if slow else (middle, delays[chosen])
        mailbox = whois_field(registered[chosen].text, "Registrar Abuse Contact Email")
        resolved, away, hourly, holder = yield [
            call(lookup, average, *scans.values(), overviews[names.index(chosen)], target=seen[chosen].host),
            call(_SUBTRACT, average, *scans.values(), minuend=high, subtrahend=low),
            call(
                _MULTIPLY,
                average,
                *scans.values(),
                overviews[names.index(chosen)],
                firstNumber=seen[chosen].rate,
                SecondNumber=_MINUTES,
            ),
            call(WHOIS, average, *scans.values(), registered[chosen], target=mail_domain(mailbox)),
        ]
        site = mail_domain(whois_field(holder.text, "Registrar Abuse Contact Email"))
        network, beyond = yield [
            call(WHOIS, resolved, target=read_address(resolved.text)),
            call(lookup, holder, target=site),
        ]
        (behind,) = yield [call(WHOIS, beyond, target=read_address(beyond.text))]
        first = {name: first_server(registered[name].text) for name in names}
        own = {name: next(iter(read_zone(zones[name].text).servers)) for name in names}
        stale = [name for name in names if first[name] != own[name]]
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
                "stale": rows(
                    {
                        "domain": stated(domains[name]),
                        "registry": stated(first[name]),
                        "zone": stated(own[name]),
                    }
                    for name in stale
                ),
            },
            branches=[
                branch(
                    f"the mean latency is at least {_LIMIT} s",
                    holds=slow,
                    met={"tools": [DIG, HOST], "values": [seen[slowest].host]},
                    unmet={"tools": [DIG, HOST], "values": [seen[fastest].host]},
                )
            ],
            validations=[
                validation(
                    "the first name server of a domain",
                    (WHOIS, ZONE),
                    domains.values(),
                    (domains[name] for name in stale),
                )
            ],
        )

    return TaskSpec(words={"names": _joined(names), "limit": _LIMIT}, plans=(plan, partial(plan, HOST)))


def _quotas(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(SERVICES, 5, "quotas")

    def plan() -> Plan:
        overviews = yield [call(OVERVIEW, id=name) for name in names]
        seen = {name: read_overview(each.text) for name, each in zip(names, overviews, strict=True)}
        lists = [
            (name, overview, line.id)
            for name, overview in zip(names, overviews, strict=True)
            for line in seen[name].operations
            if line.id.startswith("list")
        ]
        documents = yield [
            call(OPERATION, overview, id=name, operationIdOrRoute=operation)
            for name, overview, operation in lists
        ]
        of_name = {
            name: [each for (api, _, _), each in zip(lists, documents, strict=True) if api == name]
            for name in names
        }
        sizes = {
            name: max(page_size(operation_of(each.data)) or 0 for each in of_name[name]) for name in names
        }
        products = yield [
            call(
                _MULTIPLY, overview, *of_name[name],
                firstNumber=seen[name].rate, SecondNumber=sizes[name],
            )
            for name, overview in zip(names, overviews, strict=True)
        ]  # fmt: skip
        quotas = {name: _value(each) for name, each in zip(names, products, strict=True)}
        require_lead(quotas.values(), 1)
        best = max(quotas, key=quotas.__getitem__)
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
        zone = None if is_open else read_zone(last.text)
        if zone:
            (final,) = yield [call(SCAN, last, target=next(iter(zone.servers)))]
        else:
            mailbox = whois_field(last.text, "Registrar Abuse Contact Email")
            (final,) = yield [call(WHOIS, last, target=mail_domain(mailbox))]
        versions = {name: of_name[name][0].data["info"]["version"] for name in names}
        wrong = [name for name in names if versions[name] != seen[name].version]
        require(zone is None or zone.hosts, "the zone has no subdomain.")
        return solution(
            {
                "quotas": rows(
                    {"service": computed(name, (seen[name].rate,)), "quota": stated(quotas[name])}
                    for name in names
                ),
                "sum": stated(_value(total)),
                "mean": stated(_value(average), _HALF),
                "outdated": rows(
                    {
                        "service": computed(name, (seen[name].version,)),
                        "overview": stated(seen[name].version),
                        "documents": stated(versions[name]),
                    }
                    for name in wrong
                ),
                "network": stated(whois_field(network.text, "OrgName")),
                "registrar": stated(whois_field(last.text, "Registrar")) if is_open else NOTHING,
                "expires": as_day(whois_day(last.text, "Registry Expiry Date")) if is_open else NOTHING,
                "registrar_of_registrar": stated(whois_field(final.text, "Registrar"))
                if is_open
                else NOTHING,
                "name_server": stated(next(iter(zone.servers))) if zone else NOTHING,
                "subdomains": computed(len(zone.hosts), zone.hosts) if zone else NOTHING,
                "server_latency": as_latency(latency(final.text)) if zone else NOTHING,
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

    return TaskSpec(words={"names": _joined(names)}, plans=(plan,))


def _joined(names: list[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}"


FAMILY = cross_family(
    number=89,
    name="osint_openapi_math",
    title="OSINT Intelligence, OpenAPI Explorer and Math MCP",
    servers=("OSINT Intelligence", "OpenAPI Explorer", "Math MCP"),
    tasks=(_backends, _quotas),
)
