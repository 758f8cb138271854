"""OSINT Intelligence alone: look-alikes of a domain, what stands open below it, and who keeps its mail."""

from __future__ import annotations

from functools import partial

from m3bench.core.text import join
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.internet import (
    DIG,
    HOST,
    SCAN,
    TWINS,
    WHOIS,
    ZONE,
    as_day,
    as_latency,
    latency,
    mail_domain,
    open_ports,
    read_address,
    read_twins,
    read_zone,
    trace,
    whois_day,
    whois_field,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    leader,
    leader_of,
    listed,
    require,
    solution,
    stated,
    table,
    together,
    validation,
)

_TARGETS = (
    "contoso.com", "fabrikam.com", "northwind.com", "globex.com", "initech.com", "lumenpay.example",
    "palisade-bank.example", "orchardmart.example", "velora.example", "examplebank.com", "techcorp.com",
)  # fmt: skip
_FEWEST, _FEWEST_SCANNED = 4, 3
_EXPOSED = (3306, 5432, 3389)
_MANY = 2
_PARTNERS, _MANY_OUTSIDE = 6, 5


def _copycats(draw: TaskDraw) -> TaskSpec:
    domain = draw.turn(_TARGETS, "domain")
    return TaskSpec(words={"domain": domain}, plans=(partial(_copycats_plan, domain),))


def _copycats_plan(domain: str) -> Plan:
    scan, own = yield [call(TWINS, domain=domain), call(WHOIS, target=domain)]
    twins = read_twins(scan.text)
    records_ = yield [call(WHOIS, scan, target=twin.name) for twin in twins]
    owner = whois_field(own.text, "Registrant Organization")
    about = {twin.name: record for twin, record in zip(twins, records_, strict=True)}
    owners = {name: whois_field(record.text, "Registrant Organization") for name, record in about.items()}
    foreign = [twin for twin in twins if owners[twin.name] != owner]
    require(len(foreign) >= _FEWEST, "there are few foreign look-alikes.")
    created = {twin.name: whois_day(about[twin.name].text, "Creation Date") for twin in foreign}
    youngest = leader_of(created, lambda name: created[name].toordinal(), 1)
    reached = [twin for twin in foreign if twin.address]
    require(len(reached) >= _FEWEST_SCANNED, "few foreign look-alikes have an address.")
    known = yield [call(ZONE, scan, own, about[twin.name], target=twin.name) for twin in foreign]
    zones = {twin.name: read_zone(entry.text) for twin, entry in zip(foreign, known, strict=True)}
    zone_results = dict(zip(zones, known, strict=True))
    scans = yield [call(SCAN, scan, own, about[twin.name], target=twin.name) for twin in reached]
    delays = {twin.name: latency(result.text) for twin, result in zip(reached, scans, strict=True)}
    fastest = leader_of(reached, lambda twin: delays[twin.name], 0.002, lowest=True)
    has_mail = bool(zones[youngest].mail)
    last = zones[youngest].mail if has_mail else zones[youngest].servers
    network, held = yield [
        call(WHOIS, scan, *scans, target=fastest.address),
        call(WHOIS, zone_results[youngest], *records_, target=next(iter(last.values()))),
    ]
    (holder,) = yield [call(WHOIS, network, target=mail_domain(whois_field(network.text, "OrgAbuseEmail")))]
    behind = yield from trace(holder, DIG)
    ports = [port for result in scans for port in open_ports(result.text)]
    first = {name: next(iter(zone.servers)) for name, zone in zones.items()}
    wrong = [twin.name for twin in foreign if twin.server != first[twin.name]]
    return solution(
        {
            "strangers": computed(len(foreign), created),
            "latest": stated(youngest),
            "registered": as_day(created[youngest]),
            "contradictions": table(
                "name", wrong, scan={twin.name: twin.server for twin in foreign}, zone=first
            ),
            "open_ports": computed(len(ports), ports),
            "quickest": stated(fastest.name),
            "latency": as_latency(delays[fastest.name]),
            "network": stated(whois_field(network.text, "OrgName")),
            "registrar": stated(whois_field(holder.text, "Registrar")),
            "registrar_city": stated(whois_field(behind.text, "City")),
            "latest_network": stated(whois_field(held.text, "OrgName")),
        },
        branches=[
            branch(
                f"the zone of the foreign look-alike of {domain} that was created last has a mail server",
                holds=has_mail,
                met={"tools": [WHOIS], "values": list(zones[youngest].mail.values())[:1]},
                unmet={"tools": [WHOIS], "values": list(zones[youngest].servers.values())[:1]},
            )
        ],
        validations=[validation("the first name server of a look-alike", (TWINS, ZONE), zones, wrong)],
    )


def _estate(draw: TaskDraw) -> TaskSpec:
    domain = draw.turn(_TARGETS, "estate")

    def plan(lookup: str = DIG) -> Plan:
        (zone,) = yield [call(ZONE, target=domain)]
        hosts = {
            name: address for name, address in read_zone(zone.text).hosts.items() if name != f"www.{domain}"
        }
        require(len(hosts) >= _FEWEST, "there are few subdomains.")
        scans = yield [call(SCAN, zone, target=name) for name in hosts]
        about = dict(zip(hosts, scans, strict=True))
        delays = {name: latency(result.text) for name, result in about.items()}
        slowest = leader(delays, 0.002)
        exposed = [name for name in hosts if set(open_ports(about[name].text)) & set(_EXPOSED)]
        require(exposed, "no host is exposed.")
        many = len(exposed) >= _MANY
        decided = call(WHOIS, *scans, target=domain) if many else call(TWINS, *scans, domain=domain)
        network, own = yield [call(WHOIS, zone, *scans, target=hosts[slowest]), decided]
        (holder,) = yield [
            call(WHOIS, network, target=mail_domain(whois_field(network.text, "OrgAbuseEmail")))
        ]
        site = mail_domain(whois_field(holder.text, "Registrar Abuse Contact Email"))
        (resolved,) = yield [call(lookup, holder, target=site)]
        (behind,) = yield [call(WHOIS, resolved, target=read_address(resolved.text))]
        (final,) = yield [call(WHOIS, behind, target=mail_domain(whois_field(behind.text, "OrgAbuseEmail")))]
        ports = [port for scan in scans for port in open_ports(scan.text)]
        twins = [] if many else read_twins(own.text)
        return solution(
            {
                "exposed": listed(exposed),
                "open_ports": computed(len(ports), ports),
                "slowest": stated(slowest),
                "latency": as_latency(delays[slowest]),
                "network": stated(whois_field(network.text, "OrgName")),
                "registrar": stated(whois_field(holder.text, "Registrar")),
                "registrar_network": stated(whois_field(behind.text, "OrgName")),
                "last_registrar": stated(whois_field(final.text, "Registrar")),
                "result": stated(whois_field(own.text, "Registrar Abuse Contact Email"))
                if many
                else computed(str(len(twins)), [twin.name for twin in twins]),
            },
            branches=[
                branch(
                    f"at least {_MANY} hosts below {domain} are exposed",
                    holds=many,
                    met={"tools": [WHOIS], "values": [domain]},
                    unmet={"tools": [TWINS], "values": [domain]},
                )
            ],
        )

    return TaskSpec(words={"domain": domain, "many": _MANY}, plans=(plan, partial(plan, HOST)))


def _mailrooms(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(_TARGETS, _PARTNERS, "partners")
    return TaskSpec(
        words={"names": join(names), "many": _MANY_OUTSIDE}, plans=(partial(_mailrooms_plan, names),)
    )


def _mailrooms_plan(names: list[str]) -> Plan:
    results, records = yield from together(
        *([call(tool, target=name) for name in names] for tool in (ZONE, WHOIS))
    )
    zones = {name: read_zone(result.text) for name, result in zip(names, results, strict=True)}
    require(all(zone.mail for zone in zones.values()), "a domain has no mail.")
    first = {name: next(iter(zone.mail)) for name, zone in zones.items()}
    hosts = {host: zones[name].mail[host] for name, host in first.items()}
    found = dict(zip(names, results, strict=True))
    sites, posts, scans = yield from together(
        (call(WHOIS, found[name], target=zones[name].addresses[name]) for name in names),
        (call(WHOIS, *results, target=address) for address in hosts.values()),
        (call(SCAN, *results, target=host) for host in hosts),
    )
    site = {name: whois_field(result.text, "OrgName") for name, result in zip(names, sites, strict=True)}
    post = {host: whois_field(result.text, "OrgName") for host, result in zip(hosts, posts, strict=True)}
    outside = [name for name in names if post[first[name]] != site[name]]
    require(outside, "all mail is at home.")
    delays = {host: latency(scan.text) for host, scan in zip(hosts, scans, strict=True)}
    slowest = leader(delays, 0.002)
    network = posts[list(hosts).index(slowest)]
    expiry = {
        name: whois_day(record.text, "Registry Expiry Date")
        for name, record in zip(names, records, strict=True)
    }
    soonest = leader_of(names, lambda name: expiry[name].toordinal(), 1, lowest=True)
    own = records[names.index(soonest)]
    many = len(outside) >= _MANY_OUTSIDE
    holder, *more = yield [
        call(WHOIS, network, target=mail_domain(whois_field(network.text, "OrgAbuseEmail"))),
        *([call(TWINS, *sites, *posts, *records, domain=soonest)] if many else []),
    ]
    behind = yield from trace(holder, DIG)
    ports = [port for scan in scans for port in open_ports(scan.text)]
    twins = read_twins(more[0].text) if many else []
    return solution(
        {
            "outside": listed(outside),
            "open_ports": computed(len(ports), ports),
            "slowest": stated(slowest),
            "latency": as_latency(delays[slowest]),
            "network": stated(post[slowest]),
            "registrar": stated(whois_field(holder.text, "Registrar")),
            "registrar_city": stated(whois_field(behind.text, "City")),
            "soonest": stated(soonest),
            "expires": as_day(expiry[soonest]),
            "result": computed(str(len(twins)), [twin.name for twin in twins])
            if many
            else stated(whois_field(own.text, "Registrar Abuse Contact Email")),
        },
        branches=[
            branch(
                f"at least {_MANY_OUTSIDE} domains have their mail in another network than their site",
                holds=many,
                met={"tools": [TWINS], "values": [soonest]},
                unmet={},
            )
        ],
    )


FAMILY = cross_family(
    number=81,
    name="osint",
    title="OSINT Intelligence",
    servers=("OSINT Intelligence",),
    tasks=(_copycats, _estate, _mailrooms),
)
