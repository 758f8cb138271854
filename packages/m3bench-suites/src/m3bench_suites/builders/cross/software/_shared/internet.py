"""Readers of what `OSINT Intelligence` prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, call
from m3bench_suites.builders.tasks import Steps, computed, require, rows, stated

WHOIS, SCAN = "OSINT Intelligence/whois_lookup", "OSINT Intelligence/nmap_scan"
ZONE, TWINS = "OSINT Intelligence/dnsrecon_lookup", "OSINT Intelligence/dnstwist_lookup"
DIG, HOST = "OSINT Intelligence/dig_lookup", "OSINT Intelligence/host_lookup"

_ADDRESS = r"\d+\.\d+\.\d+\.\d+"
_PORT = re.compile(r"^(\d+)/tcp\s+open\b", re.MULTILINE)


class Twin(msgspec.Struct, frozen=True):
    """A registered look-alike."""

    name: str
    address: str
    server: str


class Zone(msgspec.Struct, frozen=True):
    """The records of a domain. Hosts have the address that they lead to."""

    servers: dict[str, str]
    mail: dict[str, str]
    addresses: dict[str, str]
    hosts: dict[str, str]


def whois_field(text: str, field: str) -> str:
    """Return the first value of a field of a whois record."""
    match = re.search(rf"^{re.escape(field)}:[ \t]*(.+)$", text, re.MULTILINE)
    require(match, f"the record has no {field}.")
    assert match
    return match[1].strip()


def whois_day(text: str, field: str) -> date:
    return date.fromisoformat(whois_field(text, field)[:10])


def first_server(text: str) -> str:
    """Return the first name server of a whois record, in lower case."""
    return whois_field(text, "Name Server").lower()


def read_twins(text: str) -> list[Twin]:
    """Return the look-alikes of a table, without the original."""
    twins = []
    for line in text.splitlines():
        fuzzer, _, rest = line.partition(" ")
        server = re.search(r"NS:(\S+)", rest)
        if fuzzer == "*original" or server is None:
            continue
        address = re.search(rf" ({_ADDRESS})\b", rest)
        twins.append(Twin(rest.split()[0], address[1] if address else "", server[1]))
    return twins


def read_zone(text: str) -> Zone:
    rows = re.findall(r"^\[[*+]\] \t (\w+) (\S+) (\S+)$", text, re.MULTILINE)
    held = {name: value for kind, name, value in rows if kind == "A"}
    aliases = {name: value for kind, name, value in rows if kind == "CNAME"}
    below = re.findall(r"^\[\+\] \t (?:A|CNAME) (\S+) \S+$", text, re.MULTILINE)
    domain = re.search(r"against: (\S+?)\.\.\.", text)
    ending = f".{domain[1]}" if domain else "."
    hosts = {
        name: held.get(aliases.get(name, name), "") for name in dict.fromkeys(below) if name.endswith(ending)
    }
    return Zone(
        {name: value for kind, name, value in rows if kind == "NS"},
        {name: value for kind, name, value in rows if kind == "MX"},
        held,
        hosts,
    )


def read_address(text: str) -> str:
    """Return the first address that `DIG` or `HOST` match."""
    match = re.search(rf"(?:\sA\t| has address )({_ADDRESS})$", text, re.MULTILINE)
    require(match, "the host has no address.")
    assert match
    return match[1]


def open_ports(text: str) -> list[int]:
    return [int(number) for number in _PORT.findall(text)]


def latency(text: str) -> float:
    """Return the latency of a scanned host in seconds."""
    match = re.search(r"Host is up \((\d+\.\d+)s latency\)", text)
    require(match, "the host is down.")
    assert match
    return float(match[1])


def as_latency(seconds: float) -> Expected:
    """Return the expected value of a latency, which a scan prints with its unit."""
    return computed(seconds, (f"{seconds:.3f}s",), Tolerance(absolute=0.0006))


def as_day(day: date) -> Expected:
    """Return the expected value of a date, which a record prints with a time."""
    return computed(str(day), (f"{day}T00:00:00Z",))


def scanned_at(text: str) -> str:
    """Return the time of day of a scan, in UTC."""
    match = re.search(r"at \d{4}-\d\d-\d\d (\d\d:\d\d) UTC", text)
    require(match, "the scan has no time.")
    assert match
    return match[1]


def mail_domain(address: str) -> str:
    return address.partition("@")[2]


def trace(record: CallResult, lookup: str) -> Steps[CallResult]:
    """Look up who runs the address of the site of a record's registrar."""
    site = mail_domain(whois_field(record.text, "Registrar Abuse Contact Email"))
    (resolved,) = yield [call(lookup, record, target=site)]
    (network,) = yield [call(WHOIS, resolved, target=read_address(resolved.text))]
    return network


def stale_servers(
    names: Iterable[str], records: Iterable[CallResult], zones: Iterable[CallResult]
) -> dict[str, tuple[str, str]]:
    """Return the first name servers by the registry and by the zone, for the domains where they differ."""
    servers = {
        name: (first_server(record.text), next(iter(read_zone(zone.text).servers)))
        for name, record, zone in zip(names, records, zones, strict=True)
    }
    return {name: (registry, zone) for name, (registry, zone) in servers.items() if registry != zone}


def server_rows(thing: str, stale: Mapping[str, tuple[str, str]]) -> Expected:
    """Return records of the domains whose first name servers differ."""
    return rows(
        {thing: stated(name), "registry": stated(registry), "zone": stated(zone)}
        for name, (registry, zone) in stale.items()
    )
