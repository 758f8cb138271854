"""Answers about registrations, in the layout of whois."""

from __future__ import annotations

from datetime import date, datetime
from ipaddress import IPv4Address, IPv6Address

from m3bench_world import World
from m3bench_world.internet import Domain, Provider

_EPP = "https://icann.org/epp#"


def whois_domain(world: World, domain: Domain) -> str:
    updated, expires = _renewals(domain.created, world.now.date())
    number = world.chance.bits("whois id", domain.name) % 10**10
    registrar, registrant = domain.registrar, domain.registrant
    status = ["clientTransferProhibited"]
    if domain.kind in ("site", "company", "service"):
        status += ["clientDeleteProhibited", "clientUpdateProhibited"]
    hidden = not registrant.email
    email = registrant.email or f"https://contact.{registrar.domain}/{domain.name}"
    rows = [
        ("Domain Name", domain.name.upper()),
        ("Registry Domain ID", f"{number:010d}_DOMAIN_{domain.name.rpartition('.')[2].upper()}"),
        ("Registrar WHOIS Server", f"whois.{registrar.domain}"),
        ("Registrar URL", f"https://www.{registrar.domain}"),
        ("Updated Date", _moment(updated)),
        ("Creation Date", _moment(domain.created)),
        ("Registry Expiry Date", _moment(expires)),
        ("Registrar", registrar.name),
        ("Registrar IANA ID", str(registrar.number)),
        ("Registrar Abuse Contact Email", f"abuse@{registrar.domain}"),
        *(("Domain Status", f"{code} {_EPP}{code}") for code in status),
        ("Registrant Name", "REDACTED FOR PRIVACY" if hidden else "Domain Administrator"),
        ("Registrant Organization", registrant.organisation),
        ("Registrant Country", registrant.country),
        ("Registrant Email", email),
        *(("Name Server", server.upper()) for server in world.internet.registered_servers(domain)),
        ("DNSSEC", "signedDelegation" if domain.is_signed else "unsigned"),
    ]
    lines = [f"{name}: {value}" for name, value in rows]
    return "\n".join([*lines, f">>> Last update of WHOIS database: {_moment(world.now)} <<<"])


def whois_nobody(world: World, name: str) -> str:
    when = _moment(world.now)
    return f'No match for domain "{name.upper()}".\n>>> Last update of WHOIS database: {when} <<<'


def whois_network(address: IPv4Address | IPv6Address, provider: Provider) -> str:
    block = provider.block if isinstance(address, IPv4Address) else provider.block6
    rows = [
        ("NetRange", f"{block.network_address} - {block.broadcast_address}"),
        ("CIDR", str(block)),
        ("NetName", f"{provider.handle}-NET"),
        ("NetHandle", f"NET-{provider.handle}-{block.version}"),
        ("NetType", "Direct Allocation"),
        ("OriginAS", f"AS{provider.number}"),
        ("Organization", f"{provider.name} ({provider.handle})"),
        ("", ""),
        ("OrgName", provider.name),
        ("OrgId", provider.handle),
        ("City", provider.city),
        ("Country", provider.country),
        ("OrgAbuseEmail", f"abuse@{provider.domain}"),
        ("OrgTechEmail", f"noc@{provider.domain}"),
    ]
    return "\n".join(f"{f'{name}:':<16}{value}".rstrip() if name else "" for name, value in rows)


def _renewals(created: date, today: date) -> tuple[date, date]:
    """Return the last renewal and the next expiry: a domain is renewed on its day every year."""
    passed = today.year - created.year - ((today.month, today.day) < (created.month, created.day))
    return _years_after(created, passed), _years_after(created, passed + 1)


def _years_after(day: date, years: int) -> date:
    if (day.month, day.day) == (2, 29):
        day = day.replace(day=28)
    return day.replace(year=day.year + years)


def _moment(value: date | datetime) -> str:
    return value.strftime("%Y-%m-%dT%H:%M:%SZ")
