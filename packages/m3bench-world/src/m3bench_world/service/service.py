"""The companies of the world, each made when it is first asked for."""

from __future__ import annotations

from functools import cached_property

from m3bench.core import near_misses, normalize
from m3bench_world.service.company import Company
from m3bench_world.service.tables import profiles
from m3bench_world.world import World


class Service:
    """Two companies of each domain."""

    def __init__(self, world: World) -> None:
        self._chance, self._now = world.chance, world.now

    @cached_property
    def companies(self) -> dict[str, Company]:
        """The companies by code. Their records are made on first use."""
        return {code: Company(self._chance, profile, self._now) for code, profile in profiles().items()}

    @property
    def domains(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(company.domain for company in self.companies.values()))

    def find(self, name: str) -> Company | None:
        """Return the company with this code or name."""
        if company := self.companies.get(name.strip().upper()):
            return company
        wanted = normalize(name)
        return next((each for each in self.companies.values() if normalize(each.name) == wanted), None)

    def near(self, name: str) -> list[str]:
        """Return similar names of companies."""
        return near_misses(name, [company.name for company in self.companies.values()])
