"""An invented internet: all questions lead to the same records."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from m3bench_world.internet.lookalikes import lookalikes
from m3bench_world.internet.networks import Networks
from m3bench_world.internet.registry import Registry
from m3bench_world.internet.tables import providers_of
from m3bench_world.internet.types import Address, Domain, Lookalike, Port, Provider
from m3bench_world.internet.zones import Zones
from m3bench_world.world import World


class Internet:
    def __init__(self, world: World) -> None:
        self.now = world.now
        self._chance = world.chance
        self._errata = world.errata
        self.networks = Networks(world.chance)
        self._registry = Registry(world)
        self.zones = Zones(world.chance, self.networks, self._registry)

    def names(self) -> list[str]:
        """Return the domains of the lists. The suspect ones among them are registered in autumn 2025."""
        return sorted(self._registry.listed)

    def domain(self, name: str) -> Domain | None:
        return self._registry.domain(name)

    def registered_servers(self, domain: Domain) -> tuple[str, ...]:
        """Return the name servers as the registry states them: some domains moved without telling it."""
        return self._stated_servers("registry name servers", domain)

    def scanned_server(self, domain: Domain) -> str:
        """Return the first name server as a scan for look-alikes states it: some of its answers are old."""
        return self._stated_servers("look-alike scans", domain)[0]

    def _stated_servers(self, source: str, domain: Domain) -> tuple[str, ...]:
        home = domain.servers[0].partition(".")[2]
        others = tuple(provider.domain for provider in providers_of("dns", "hosting"))
        stated = self._errata.pick(source, domain.name, home, others)
        return domain.servers if stated == home else (f"ns1.{stated}", f"ns2.{stated}")

    def domain_of(self, host: str) -> Domain | None:
        return self.zones.domain_of(host)

    def resolve(self, host: str) -> Address | None:
        return self.zones.resolve(host)

    def provider(self, address: IPv4Address | IPv6Address) -> Provider | None:
        return self.networks.provider(address)

    def ports(self, address: IPv4Address) -> list[Port] | None:
        """Return the ports that are not closed; None if the host is down."""
        return self.networks.ports(address) if self.networks.is_up(address) else None

    def reverse(self, address: IPv4Address) -> str | None:
        """Return the name of an address."""
        provider = self.networks.provider(address)
        return self.networks.reverse_name(provider, address) if provider else None

    def lookalikes(self, name: str) -> tuple[int, list[tuple[Lookalike, Domain]]]:
        """Return how many look-alikes a domain can have, and those that are registered."""
        all_of_them = lookalikes(name)
        found = ((lookalike, self.domain(lookalike.name)) for lookalike in all_of_them)
        return len(all_of_them), [(one, domain) for one, domain in found if domain]
