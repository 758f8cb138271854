"""Lookups of domains and addresses. Nothing touches a network: all answers are of the invented internet."""

from __future__ import annotations

from typing import Annotated

from m3bench.core import near_misses
from m3bench.servers.kit import Answer, NotFound, Proof, Server, about
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.osint import names, records
from m3bench_world.servers.mcp_bench.osint.scan import scan
from m3bench_world.servers.mcp_bench.osint.targets import Target, read_domain, read_target

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
