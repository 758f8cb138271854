"""Lookups of domains and addresses. Nothing touches a network: all answers are of the invented internet."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Annotated

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_text
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.osint import names, records

_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?", re.ASCII)
_LONGEST = 253

Target = str | IPv4Address | IPv6Address


def read_target(text: str, argument: str) -> Target:
    """Return a host name in lower case, or an address. The scheme and path of a URL are dropped."""
    bare = re.sub(r"^[a-z]+://", "", check_text(text, argument).lower()).split("/")[0].rstrip(".")
    if "%" not in bare:  # the zone of a link-local address
        try:
            return ip_address(bare)
        except ValueError:
            pass
    parts = bare.split(".")
    if len(bare) > _LONGEST or len(parts) < 2 or not all(_LABEL.fullmatch(part) for part in parts):
        problem = f"'{text.strip()[:60]}' is neither a host name nor an address"
        raise BadArgument(argument, f"{problem}; write it as example.com or 198.18.4.7")
    return bare


def read_domain(text: str, argument: str) -> str:
    """Return a host name. Addresses are refused."""
    target = read_target(text, argument)
    if not isinstance(target, str):
        raise BadArgument(argument, f"'{target}' is an address; pass a domain such as example.com")
    return target


_COMMON_PORTS = 100
"""Ports of a fast scan."""


def scan(world: World, target: str | IPv4Address | IPv6Address) -> str:
    lines = [f"Starting Nmap 7.94 ( https://nmap.org ) at {world.now.strftime('%Y-%m-%d %H:%M')} UTC"]
    if isinstance(target, IPv6Address):
        lines.append("Note: only IPv4 addresses are scanned; scan the A record of the host.")
        return "\n".join([*lines, "Nmap done: 0 IP addresses (0 hosts up) scanned in 0.02 seconds"])
    address = _address(world, target)
    if address is None:
        lines.append(f'Failed to resolve "{target}".')
        return "\n".join([*lines, "Nmap done: 0 IP addresses (0 hosts up) scanned in 0.11 seconds"])
    return "\n".join([*lines, *_report(world, target, address)])


def _address(world: World, target: str | IPv4Address) -> IPv4Address | None:
    if isinstance(target, IPv4Address):
        return target
    found = world.internet.resolve(target)
    return found.v4[0] if found and found.v4 else None


def _report(world: World, target: str | IPv4Address, address: IPv4Address) -> list[str]:
    internet, reverse = world.internet, world.internet.reverse(address)
    ports = internet.ports(address)
    seconds = world.chance.between(1.2, 9.0, "nmap time", address)
    if ports is None:
        return [
            "Note: Host seems down. It answers no probe.",
            f"Nmap done: 1 IP address (0 hosts up) scanned in {seconds:.2f} seconds",
        ]
    asked_by_name = isinstance(target, str)
    shown = f"{target} ({address})" if asked_by_name else f"{reverse} ({address})"
    lines = [
        f"Nmap scan report for {shown}",
        f"Host is up ({internet.networks.latency(address):.3f}s latency).",
        *([f"rDNS record for {address}: {reverse}"] if asked_by_name else []),
        f"Not shown: {_COMMON_PORTS - len(ports)} closed tcp ports (conn-refused)",
    ]
    if ports:
        lines.append(f"{'PORT':<9}{'STATE':<9}SERVICE")
    lines += [f"{f'{port.number}/tcp':<9}{port.state:<9}{port.service}" for port in ports]
    return [*lines, "", f"Nmap done: 1 IP address (1 host up) scanned in {seconds:.2f} seconds"]


server = Server(
    "OSINT Intelligence",
    "Registrations, name records, open ports and look-alikes of domains of an invented internet.",
    sources=("internet",),
    proof=Proof("dig_lookup", {"target": "example-inc.com"}),
)

HostOrAddress = Annotated[str, about("A domain, a host such as www.example.com, or an IP address.")]
DomainName = Annotated[str, about("A registered domain such as example.com.")]


@server.tool
def whois_lookup(context: ToolContext, target: HostOrAddress) -> Answer:
    """Who registered a domain, where and when, or who runs the network of an address, as whois prints it."""
    return Answer(_whois(context.world, read_target(target, "target")))


def _whois(world: World, target: Target) -> str:
    if not isinstance(target, str):
        provider = world.internet.provider(target)
        if provider is None:
            raise NotFound(f"no network announces {target}; pass an address that a lookup of a host returned")
        return records.whois_network(target, provider)
    domain = world.internet.domain_of(target)
    return records.whois_domain(world, domain) if domain else records.whois_nobody(world, target)


@server.tool
def nmap_scan(context: ToolContext, target: HostOrAddress) -> Answer:
    """Ports of a host that are open or filtered, of the hundred most common, as nmap prints them."""
    return Answer(scan(context.world, read_target(target, "target")))


@server.tool
def dnsrecon_lookup(context: ToolContext, target: DomainName) -> Answer:
    """Name servers, mail servers, addresses, texts and subdomains of a domain, as dnsrecon prints them."""
    return Answer(_dnsrecon(context.world, read_domain(target, "target")))


def _dnsrecon(world: World, name: str) -> str:
    domain = world.internet.domain_of(name)
    return names.dnsrecon(world, domain) if domain else names.dnsrecon_nothing(name)


@server.tool
def dnstwist_lookup(context: ToolContext, domain: DomainName) -> Answer:
    """Registered domains that look like a domain: the kind of change, the name, its addresses, name server
    and mail server, as dnstwist prints them."""
    return Answer(_dnstwist(context.world, read_domain(domain, "domain")))


def _dnstwist(world: World, name: str) -> str:
    found = world.internet.domain_of(name)
    base = found.name if found else ".".join(name.split(".")[-2:])
    possible, registered = world.internet.lookalikes(base)
    if found is None and not registered:
        near = near_misses(base, world.internet.names())
        raise NotFound(f"'{base[:80]}' and its look-alikes are not registered", near)
    return names.dnstwist(world, base, possible, registered)


@server.tool
def dig_lookup(context: ToolContext, target: HostOrAddress) -> Answer:
    """The A record of a host, with the aliases that lead to it, as dig prints it."""
    return Answer(_dig(context.world, read_target(target, "target")))


def _dig(world: World, target: Target) -> str:
    if isinstance(target, str):
        return names.dig(world, target, world.internet.resolve(target))
    return names.dig_address(world, target)


@server.tool
def host_lookup(context: ToolContext, target: HostOrAddress) -> Answer:
    """Addresses and mail servers of a host, or the name of an address, as host prints them."""
    return Answer(_host(context.world, read_target(target, "target")))


def _host(world: World, target: Target) -> str:
    if isinstance(target, str):
        return names.host(world, target, world.internet.resolve(target))
    return names.host_of_address(world, target)


@server.tool
def osint_overview(context: ToolContext, target: DomainName) -> Answer:
    """The answers of the six other tools about a domain, one after another."""
    world, name = context.world, read_domain(target, "target")
    parts = {
        "whois": _whois(world, name),
        "nmap": scan(world, name),
        "dnsrecon": _dnsrecon(world, name),
        "dnstwist": _dnstwist(world, name),
        "dig": _dig(world, name),
        "host": _host(world, name),
    }
    return Answer("\n\n".join(f"=== {tool} ===\n{text}" for tool, text in parts.items()))
