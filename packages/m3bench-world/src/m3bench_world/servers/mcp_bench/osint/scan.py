"""A port scan, in the layout of nmap. No packet is sent."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from m3bench_world import World

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
