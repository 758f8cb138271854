"""Networks: who runs an address, what an address is for, and which of its ports are open.

The third byte of an address tells its role, so that every name that leads to it finds the same services.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from m3bench_world.chance import Chance
from m3bench_world.internet.tables import providers
from m3bench_world.internet.types import Port, Provider

ROLES: dict[str, tuple[int, ...]] = {
    "ns": (1,), "mail": (2, 3), "shared": (4, 5), "web": (6, 7, 8, 9, 10), "admin": (11, 12),
    "spare": (0, 13, 14, 15),
}  # fmt: skip
"""Role → the sixteen parts of a provider's block that serve it."""
SERVICES = {
    21: "ftp", 22: "ssh", 25: "smtp", 53: "domain", 80: "http", 110: "pop3", 143: "imap", 443: "https",
    465: "smtps", 587: "submission", 993: "imaps", 995: "pop3s", 3306: "mysql", 3389: "ms-wbt-server",
    5432: "postgresql", 8000: "http-alt", 8080: "http-proxy", 8443: "https-alt",
}  # fmt: skip
_PORTS: dict[str, dict[int, float]] = {
    "ns": {22: 0.3, 53: 1.0, 80: 0.15},
    "mail": {
        22: 0.25, 25: 1.0, 80: 0.3, 110: 0.3, 143: 0.6, 443: 0.55, 465: 0.6, 587: 0.9, 993: 0.85, 995: 0.3,
    },
    "shared": {21: 0.7, 22: 0.5, 25: 0.35, 80: 1.0, 110: 0.3, 443: 0.95, 587: 0.3, 3306: 0.45, 8080: 0.2},
    "web": {22: 0.4, 25: 0.06, 80: 0.97, 443: 0.93, 3306: 0.08, 8000: 0.05, 8080: 0.18, 8443: 0.14},
    "admin": {22: 0.85, 80: 0.4, 443: 0.55, 3306: 0.12, 3389: 0.25, 5432: 0.2, 8080: 0.3, 8443: 0.3},
    "spare": {22: 0.2, 80: 0.1},
}  # fmt: skip
_SHARED_HOSTS = 24
_UP = 0.9


class Networks:
    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    @staticmethod
    def provider(address: IPv4Address | IPv6Address) -> Provider | None:
        """Return who runs an address, or None if it is in no network of this world."""
        if isinstance(address, IPv6Address):
            return next((one for one in providers() if address in one.block6), None)
        return next((one for one in providers() if address in one.block), None)

    @staticmethod
    def role(address: IPv4Address) -> str:
        part = (int(address) >> 8) % 16
        return next(role for role, parts in ROLES.items() if part in parts)

    def is_up(self, address: IPv4Address) -> bool:
        return self.provider(address) is not None and self._chance.happens(_UP, "net up", address)

    def draw(self, provider: Provider, role: str, *name: object) -> IPv4Address:
        """Draw an address that is up."""
        part = self._chance.pick(ROLES[role], "net part", *name)
        most = _SHARED_HOSTS if role == "shared" else 254
        for attempt in range(40):
            low = self._chance.whole(1, most, "net host", *name, attempt)
            address = provider.block.network_address + (part << 8) + low
            if self.is_up(address):
                return address
        return address

    def draw6(self, provider: Provider, address: IPv4Address) -> IPv6Address:
        """Return the IPv6 address of the host with this IPv4 address."""
        return provider.block6.network_address + (int(address) & 0xFFF) + (0x1000 << 16)

    def ports(self, address: IPv4Address) -> list[Port]:
        """Return the ports that are not closed, by number."""
        role = self.role(address)
        found = []
        for number, probability in _PORTS[role].items():
            if self._chance.happens(probability, "net port", address, number):
                found.append(Port(number, "open", SERVICES[number]))
            elif self._chance.happens(0.07, "net filter", address, number):
                found.append(Port(number, "filtered", SERVICES[number]))
        return found

    def latency(self, address: IPv4Address) -> float:
        return self._chance.between(0.004, 0.24, "net latency", address)

    @staticmethod
    def reverse_name(provider: Provider, address: IPv4Address) -> str:
        """Return the name of an address: it resolves back to it."""
        return f"host-{str(address).replace('.', '-')}.{provider.domain}"
