"""Answers about names, in the layouts of dig, host, dnsrecon and dnstwist."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from m3bench_world import World
from m3bench_world.internet import Address, Domain, Lookalike

_TTL = 300
MOST_LOOKALIKES = 200


def dig(world: World, name: str, found: Address | None) -> str:
    status = "NXDOMAIN" if found is None else "NOERROR"
    answers = []
    owner = name
    for alias in found.aliases if found else ():
        answers.append((owner, "CNAME", f"{alias}."))
        owner = alias
    answers += [(owner, "A", str(address)) for address in (found.v4 if found else ())]
    number = world.chance.bits("dig", name) % 65_536
    lines = [
        f"; <<>> DiG 9.18 <<>> {name}",
        ";; global options: +cmd",
        ";; Got answer:",
        f";; ->>HEADER<<- opcode: QUERY, status: {status}, id: {number}",
        f";; flags: qr rd ra; QUERY: 1, ANSWER: {len(answers)}, AUTHORITY: 0, ADDITIONAL: 1",
        "",
        ";; QUESTION SECTION:",
        f";{name}.\t\tIN\tA",
    ]
    if answers:
        lines += ["", ";; ANSWER SECTION:"]
        lines += [f"{who}.\t{_TTL}\tIN\t{kind}\t{value}" for who, kind, value in answers]
    lines += [
        "",
        f";; Query time: {world.chance.whole(4, 60, 'dig time', name)} msec",
        ";; SERVER: 192.0.2.53#53(192.0.2.53) (UDP)",
        f";; WHEN: {world.now.strftime('%a %b %d %H:%M:%S UTC %Y')}",
    ]
    return "\n".join(lines)


def dig_address(world: World, address: IPv4Address | IPv6Address) -> str:
    """Answer a question for the A record of an address: there is none."""
    return dig(world, str(address), None)


def host(world: World, name: str, found: Address | None) -> str:
    if found is None:
        return f"Host {name} not found: 3(NXDOMAIN)"
    lines = []
    owner = name
    for alias in found.aliases:
        lines.append(f"{owner} is an alias for {alias}.")
        owner = alias
    lines += [f"{owner} has address {address}" for address in found.v4]
    lines += [f"{owner} has IPv6 address {address}" for address in found.v6]
    domain = world.internet.domain(owner)
    if domain:
        mail = world.internet.zones.mail_servers(domain)
        lines += [f"{owner} mail is handled by {rank} {server}." for rank, server in mail]
    return "\n".join(lines) or f"{name} has no A, AAAA or MX record"


def host_of_address(world: World, address: IPv4Address | IPv6Address) -> str:
    pointer = address.reverse_pointer
    name = world.internet.reverse(address) if isinstance(address, IPv4Address) else None
    return f"{pointer} domain name pointer {name}." if name else f"Host {pointer}. not found: 3(NXDOMAIN)"


def dnsrecon(world: World, domain: Domain) -> str:
    zones = world.internet.zones
    lines = [f"[*] std: Performing General Enumeration against: {domain.name}..."]
    signed = "[*] DNSSEC is configured for" if domain.is_signed else "[-] DNSSEC is not configured for"
    lines.append(f"{signed} {domain.name}")
    lines += [f"[*] \t SOA {domain.servers[0]} {ip}" for ip in _v4(world, domain.servers[0])]
    lines += [f"[*] \t NS {server} {ip}" for server in domain.servers for ip in _v4(world, server)]
    mail = [server for _, server in zones.mail_servers(domain)]
    lines += [f"[*] \t MX {server} {ip}" for server in mail for ip in _v4(world, server)]
    lines += _hosts(world, [domain.name], "[*]")
    lines += [f"[*] \t TXT {name} {value}" for name, value in zones.texts(domain)]
    lines.append(f"[*] brt: Performing host and subdomain brute force against {domain.name}...")
    found = _hosts(world, zones.subdomains(domain), "[+]")
    return "\n".join([*lines, *found, f"[+] {len(found)} Records Found"])


def dnsrecon_nothing(name: str) -> str:
    start = f"[*] std: Performing General Enumeration against: {name}..."
    return f"{start}\n[-] Could not resolve domain: {name}"


def _v4(world: World, name: str) -> list[IPv4Address]:
    found = world.internet.resolve(name)
    return list(found.v4) if found else []


def _hosts(world: World, names: list[str], mark: str) -> list[str]:
    lines = []
    for name in names:
        found = world.internet.resolve(name)
        owner = name
        for alias in found.aliases if found else ():
            lines.append(f"{mark} \t CNAME {owner} {alias}")
            owner = alias
        for address in (*found.v4, *found.v6) if found else ():
            kind = "A" if isinstance(address, IPv4Address) else "AAAA"
            lines.append(f"{mark} \t {kind} {owner} {address}")
    return lines


def dnstwist(world: World, name: str, possible: int, registered: list[tuple[Lookalike, Domain]]) -> str:
    original = world.internet.domain(name)
    rows = [("*original", name, _found_at(world, name, original.servers[0] if original else None))]
    rows += [
        (one.fuzzer, one.name, _found_at(world, one.name, world.internet.scanned_server(domain)))
        for one, domain in registered[:MOST_LOOKALIKES]
    ]
    wide = max(len(row[1]) for row in rows)
    lines = [f"{fuzzer:<15}{other:<{wide}} {where}".rstrip() for fuzzer, other, where in rows]
    lines.append(
        f"{possible} permutations, {len(registered)} registered; names without an address have no A record"
    )
    return "\n".join(lines)


def _found_at(world: World, name: str, server: str | None) -> str:
    found, domain = world.internet.resolve(name), world.internet.domain(name)
    parts = [str(address) for address in (*found.v4, *found.v6)] if found else []
    if domain:
        parts.append(f"NS:{server}")
        parts += [f"MX:{server}" for _, server in world.internet.zones.mail_servers(domain)[:1]]
    return " ".join(parts)
