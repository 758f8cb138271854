"""Zones: subdomains, addresses, mail servers and texts of a domain, and how names resolve."""

from __future__ import annotations

import re
from ipaddress import IPv4Address

from m3bench_world.chance import Chance
from m3bench_world.internet.networks import Networks
from m3bench_world.internet.registry import Registry
from m3bench_world.internet.tables import labels, providers_of
from m3bench_world.internet.types import Address, Domain, Provider

_TWO_LEVELS = frozenset(("co.uk", "org.uk", "com.br", "com.au", "co.jp"))
_HOST = re.compile(r"host-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})", re.ASCII)
_EDGE = re.compile(r"e[0-9a-f]{8}", re.ASCII)
_SHIFTS = (24, 16, 8, 0)
WILDCARDS = frozenset(("hf.space", "github.io", "readthedocs.io"))
"""Domains of which every subdomain exists."""
_NEEDED = {"service": ("api", "auth"), "site": ("api",)}
"""Hosts that a web service must have."""
_FIXED = {"ns1": "ns", "ns2": "ns", "mx1": "mail", "mx2": "mail", "whois": "web"}
"""Hosts that every provider has."""


class Zones:
    def __init__(self, chance: Chance, networks: Networks, registry: Registry) -> None:
        self._chance = chance
        self._networks = networks
        self._registry = registry

    def domain_of(self, host: str) -> Domain | None:
        """Return the registered domain of a host."""
        parts = host.split(".")
        length = 3 if ".".join(parts[-2:]) in _TWO_LEVELS else 2
        return self._registry.domain(".".join(parts[-length:])) if len(parts) >= length else None

    def subdomains(self, domain: Domain) -> list[str]:
        """Return the subdomains, `www` first."""
        key = ("zone", domain.name)
        wanted = self._chance.whole(domain.few, domain.many, *key, "number")
        ranked = sorted(labels(), key=lambda label: self._chance.bits(*key, label))
        chosen = (
            ["www", *(label for label in ranked if label != "www")][:wanted] if self.has_web(domain) else []
        )
        for label in _NEEDED.get(domain.kind, ()):
            if label not in chosen:
                chosen.append(label)
        if self.has_own_mail(domain) and "mail" not in chosen:
            chosen.append("mail")
        return [f"{label}.{domain.name}" for label in chosen]

    def has_web(self, domain: Domain) -> bool:
        """Return whether the domain itself has an address. A quarter of the look-alikes have none."""
        return domain.kind != "lookalike" or self._chance.happens(0.75, "zone web", domain.name)

    @staticmethod
    def has_own_mail(domain: Domain) -> bool:
        return domain.mail is not None and domain.mail == domain.web and domain.kind != "provider"

    def mail_servers(self, domain: Domain) -> list[tuple[int, str]]:
        """Return the preferences and names of mail servers."""
        if domain.mail is None:
            return []
        if self.has_own_mail(domain):
            home = domain.owner_domain if domain.kind == "lookalike" else domain.name
            return [(10, f"mail.{home}")]
        return [(10, f"mx1.{domain.mail.domain}"), (20, f"mx2.{domain.mail.domain}")]

    def texts(self, domain: Domain) -> list[tuple[str, str]]:
        """Return the names and values of TXT records."""
        found = []
        token = self._chance.bits("zone token", domain.owner_domain)
        if domain.mail is not None:
            strict = self._chance.pick(("-all", "~all"), "zone spf", domain.name)
            sender = "mx" if self.has_own_mail(domain) else f"include:_spf.{domain.mail.domain}"
            found.append((domain.name, f"v=spf1 {sender} {strict}"))
            policy = self._chance.pick(("none", "none", "quarantine", "reject"), "zone dmarc", domain.name)
            if domain.kind != "lookalike" or domain.owner_domain != domain.name:
                report = f"rua=mailto:dmarc@{domain.owner_domain}"
                found.append((f"_dmarc.{domain.name}", f"v=DMARC1; p={policy}; {report}"))
        if domain.kind in ("site", "company", "service") or domain.owner_domain != domain.name:
            found.append((domain.name, f"site-verification={token:016x}"))
        return found

    def resolve(self, host: str) -> Address | None:
        """Return what a name resolves to: None if it does not exist, no address if it has none."""
        domain = self.domain_of(host)
        if domain is None:
            return None
        if host == domain.name:
            return self._apex(domain) if self.has_web(domain) else Address((), (), ())
        label = host[: -len(domain.name) - 1]
        if domain.kind == "provider" and (found := self._at_provider(domain, label)):
            return found
        if host in self.subdomains(domain):
            return self._subdomain(domain, host, label)
        if domain.name in WILDCARDS:
            return self._apex(domain)
        return Address((), (), ()) if host in dict(self.texts(domain)) else None

    def _apex(self, domain: Domain) -> Address:
        if domain.owner_domain != domain.name and self._chance.happens(0.7, "zone redirect", domain.name):
            owner = self._registry.domain(domain.owner_domain)
            if owner:
                return self._apex(owner)
        role = "web" if domain.kind in ("site", "company", "service", "suspect", "provider") else "shared"
        addresses = [self._networks.draw(domain.web, role, domain.name)]
        if domain.kind == "site":
            addresses.append(self._networks.draw(domain.web, role, domain.name, "second"))
        return self._address(domain.web, domain.name, *dict.fromkeys(addresses))

    def _subdomain(self, domain: Domain, host: str, label: str) -> Address:
        role = labels().get(label, "web")
        if label == "www":
            apex = self._apex(domain)
            return Address((domain.name, *apex.aliases), apex.v4, apex.v6)
        if role == "web" and self._chance.happens(0.3, "zone cdn", host):
            edge = self._chance.pick(providers_of("cdn"), "zone edge", host)
            alias = f"e{self._chance.bits('zone alias', host) >> 32:08x}.{edge.domain}"
            found = self.resolve(alias)
            assert found is not None
            return Address((alias, *found.aliases), found.v4, found.v6)
        return self._address(domain.web, host, self._networks.draw(domain.web, role, host))

    def _at_provider(self, domain: Domain, label: str) -> Address | None:
        """Return hosts of a network: name servers, mail servers, edges, and the names of addresses."""
        role = _FIXED.get(label) or ("web" if _EDGE.fullmatch(label) and domain.web.kind == "cdn" else "")
        host = f"{label}.{domain.name}"
        if role:
            return self._address(domain.web, host, self._networks.draw(domain.web, role, host))
        if label == "_spf":
            return Address((), (), ())
        match = _HOST.fullmatch(label)
        number = (
            sum(int(part) << shift for part, shift in zip(match.groups(), _SHIFTS, strict=True))
            if match
            else 0
        )
        if number >= 1 << 32:
            return None
        address = IPv4Address(number)
        is_name = host == self._networks.reverse_name(domain.web, address)
        return Address((), (address,), ()) if is_name and address in domain.web.block else None

    def _address(self, provider: Provider, name: str, *v4: IPv4Address) -> Address:
        has_v6 = self._chance.happens(0.45, "zone v6", name)
        v6 = tuple(self._networks.draw6(provider, address) for address in v4) if has_v6 else ()
        return Address((), v4, v6)
