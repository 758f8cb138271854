"""OSINT Intelligence and Time MCP: whom to call about a domain, and whether anybody is there now."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import partial

from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.software._shared.internet import (
    DIG,
    HOST,
    SCAN,
    WHOIS,
    ZONE,
    as_day,
    latency,
    mail_domain,
    open_ports,
    read_address,
    read_zone,
    scanned_at,
    server_rows,
    stale_servers,
    trace,
    whois_day,
    whois_field,
)
from m3bench_suites.builders.tasks import (
    TaskSpec,
    branch,
    computed,
    fork,
    require_lead,
    solution,
    stated,
    together,
    validation,
)

_NOW, _CONVERT = "Time MCP/get_current_time", "Time MCP/convert_time"
_SUSPECTS = (
    "fakeshoponline.com", "secure-lumenpay-login.example", "orchardmart-outlet.example",
    "palisade-verify.example", "zephyr-air-refunds.example", "prize-parcel-tracking.example",
    "cheap-velora-store.example",
)  # fmt: skip
_PARTNERS = (
    "northbridge.example", "tidewell.example", "ferrostahl.example", "kitefall.example",
    "quarrybank.example", "tramwerk.example", "velora.example", "orchardmart.example",
    "palisade-bank.example",
)  # fmt: skip
_LATE_PARTNERS = ("brightloom.example", "stellarfarm.example", "lumenpay.example", "silverkey.example")
"""It is evening or night there in the worlds of the suite, so that about half of the partners answer."""
_CAPITALS = {
    "GB": "Europe/London", "NO": "Europe/Oslo", "IN": "Asia/Kolkata", "DE": "Europe/Berlin",
    "SE": "Europe/Stockholm", "IE": "Europe/Dublin", "NZ": "Pacific/Auckland", "AT": "Europe/Vienna",
    "FR": "Europe/Paris", "LT": "Europe/Vilnius", "PL": "Europe/Warsaw", "EE": "Europe/Tallinn",
    "CH": "Europe/Zurich",
}  # fmt: skip
_CITIES = {
    "Rotterdam": "Europe/Amsterdam", "Frankfurt am Main": "Europe/Berlin", "Dallas": "America/Chicago",
    "Johannesburg": "Africa/Johannesburg", "Singapore": "Asia/Singapore", "Toronto": "America/Toronto",
    "Seattle": "America/Los_Angeles", "Dublin": "Europe/Dublin", "Tokyo": "Asia/Tokyo",
    "Stockholm": "Europe/Stockholm", "San Francisco": "America/Los_Angeles", "London": "Europe/London",
    "Zurich": "Europe/Zurich", "Chicago": "America/Chicago", "Phoenix": "America/Phoenix",
    "Helsinki": "Europe/Helsinki", "Chisinau": "Europe/Chisinau", "Victoria": "Indian/Mahe",
    "Sofia": "Europe/Sofia",
}  # fmt: skip
_HERE = {
    "Vancouver": "America/Vancouver", "Montevideo": "America/Montevideo", "Melbourne": "Australia/Melbourne",
    "Nairobi": "Africa/Nairobi", "Seoul": "Asia/Seoul", "Kathmandu": "Asia/Kathmandu",
}  # fmt: skip


def _desks(draw: TaskDraw) -> TaskSpec:
    names = draw.sample(_SUSPECTS, 6, "names")
    city = draw.turn(tuple(_HERE), "city")
    opens, closes = "09:00", "18:00"
    return TaskSpec(
        words={"names": join(names), "city": city, "zone": _HERE[city], "opens": opens, "closes": closes},
        plans=(partial(_desks_plan, names, city, opens, closes),),
    )


def _desks_plan(names: list[str], city: str, opens: str, closes: str) -> Plan:
    about, zones = yield from together(
        *([call(tool, target=name) for name in names] for tool in (WHOIS, ZONE))
    )
    address = {name: read_zone(zone.text).addresses[name] for name, zone in zip(names, zones, strict=True)}
    networks = yield [
        call(WHOIS, zone, target=address[name]) for name, zone in zip(names, zones, strict=True)
    ]
    run_by = {name: whois_field(result.text, "OrgName") for name, result in zip(names, networks, strict=True)}
    counts = Counter(run_by.values())
    require_lead(counts.values(), 1)
    host = counts.most_common(1)[0][0]
    there = [name for name in names if run_by[name] == host]
    network = networks[names.index(there[0])]
    place, mailbox = whois_field(network.text, "City"), whois_field(network.text, "OrgAbuseEmail")
    scans = yield [call(SCAN, *networks, target=name) for name in there]
    delays = {name: latency(scan.text) for name, scan in zip(there, scans, strict=True)}
    require_lead(delays.values(), 0.002)
    moment = scanned_at(scans[0].text)
    local, holder = yield [
        _converted(moment, "UTC", _CITIES[place], scans[0], network),
        call(WHOIS, *networks, target=mail_domain(mailbox)),
    ]
    clock = datetime.fromisoformat(local.data["target"]["datetime"])
    is_open = clock.strftime("%H:%M") < closes
    edge = closes if is_open else opens
    here, resolved = yield [
        _converted(edge, _CITIES[place], _HERE[city], local, network),
        call(DIG, holder, target=mail_domain(whois_field(holder.text, "Registrar Abuse Contact Email"))),
    ]
    (behind,) = yield [call(WHOIS, resolved, target=read_address(resolved.text))]
    (now,) = yield [call(_NOW, behind, timezone=_CITIES[whois_field(behind.text, "City")])]
    shown = here.data["target"]["datetime"]
    stale = stale_servers(names, about, zones)
    return solution(
        {
            "host": stated(host),
            "city": stated(place),
            "shops": computed(len(there), there),
            "registrar": stated(whois_field(holder.text, "Registrar")),
            "registrar_city": stated(whois_field(behind.text, "City")),
            "registrar_time": computed(_clock(now.data["datetime"]), (now.data["datetime"],)),
            "slowest": stated(max(delays, key=delays.__getitem__)),
            "local_time": computed(clock.strftime("%H:%M"), (local.data["target"]["datetime"],)),
            "desk_time": computed(_clock(shown), (shown,)),
            "stale": server_rows("domain", stale),
        },
        branches=[
            fork(
                f"it is before {closes} in the city of the network that runs most of the domains",
                is_open,
                _CONVERT,
                met=closes,
                unmet=opens,
            )
        ],
        validations=[validation("the first name server of a domain", (WHOIS, ZONE), names, stale)],
    )


def _renewals(draw: TaskDraw) -> TaskSpec:
    chosen = [*draw.sample(_PARTNERS, 4, "partners"), *draw.sample(_LATE_PARTNERS, 3, "late")]
    names = draw.sample(chosen, len(chosen), "order")
    city = draw.turn(tuple(_HERE), "here")
    opens, closes = "10:00", "16:30"
    return TaskSpec(
        words={"names": join(names), "city": city, "zone": _HERE[city], "opens": opens, "closes": closes},
        plans=(
            partial(_renewals_plan, names, city, opens, closes),
            partial(partial(_renewals_plan, names, city, opens, closes), HOST),
        ),
    )


def _renewals_plan(names: list[str], city: str, opens: str, closes: str, lookup: str = DIG) -> Plan:
    about, zones = yield from together(
        *([call(tool, target=name) for name in names] for tool in (WHOIS, ZONE))
    )
    ends = {
        name: whois_day(result.text, "Registry Expiry Date")
        for name, result in zip(names, about, strict=True)
    }
    days = [end.toordinal() for end in ends.values()]
    require_lead(days, 1)
    require_lead(days, 1, lowest=True)
    soonest, latest = min(ends, key=ends.__getitem__), max(ends, key=ends.__getitem__)
    record, zone = about[names.index(soonest)], zones[names.index(soonest)]
    capital = _CAPITALS[whois_field(record.text, "Registrant Country")]
    now, scan = yield [call(_NOW, *about, timezone=capital), call(SCAN, *about, target=latest)]
    clock = datetime.fromisoformat(now.data["datetime"])
    answers_phone = opens <= clock.strftime("%H:%M") < closes
    address = read_zone(zone.text).addresses[soonest]
    if answers_phone:
        network, source, edge, uses = None, capital, closes, (now, record)
        desk = whois_field(record.text, "Registrar Abuse Contact Email")
    else:
        (network,) = yield [call(WHOIS, now, zone, target=address)]
        source, edge, uses = _CITIES[whois_field(network.text, "City")], opens, (now, network)
        desk = whois_field(network.text, "OrgAbuseEmail")
    here, holder = yield [
        _converted(edge, source, _HERE[city], *uses),
        call(WHOIS, *uses, target=mail_domain(desk)),
    ]
    behind = yield from trace(holder, lookup)
    (there,) = yield [call(_NOW, behind, timezone=_CITIES[whois_field(behind.text, "City")])]
    shown = here.data["target"]["datetime"]
    said = computed(_clock(shown), (shown,))
    stale = stale_servers(names, about, zones)
    return solution(
        {
            "soonest": stated(soonest),
            "soonest_date": as_day(ends[soonest]),
            "latest": stated(latest),
            "latest_date": as_day(ends[latest]),
            "open_ports": computed(len(open_ports(scan.text)), open_ports(scan.text)),
            "stale": server_rows("domain", stale),
            "reached": said,
            "desk": stated(
                whois_field(network.text, "OrgName") if network else whois_field(record.text, "Registrar")
            ),
            "registrar": stated(whois_field(holder.text, "Registrar")),
            "registrar_city": stated(whois_field(behind.text, "City")),
            "registrar_time": computed(_clock(there.data["datetime"]), (there.data["datetime"],)),
        },
        branches=[
            branch(
                "the registrant of the domain that expires first can be reached now",
                holds=answers_phone,
                met={"tools": [_CONVERT], "values": [closes]},
                unmet={"tools": [WHOIS], "values": [address]},
            )
        ],
        validations=[validation("the first name server of a domain", (WHOIS, ZONE), names, stale)],
    )


def _clock(moment: str) -> str:
    return datetime.fromisoformat(moment).strftime("%H:%M")


def _converted(time: str, source: str, target: str, *uses: CallResult) -> PlannedCall:
    return call(_CONVERT, *uses, source_timezone=source, time=time, target_timezone=target)


FAMILY = cross_family(
    number=86,
    name="osint_time",
    title="OSINT Intelligence and Time MCP",
    servers=("OSINT Intelligence", "Time MCP"),
    tasks=(_desks, _renewals),
)
