"""An invented internet: domains, registrars, zones, networks and hosts."""

from m3bench_world.internet.internet import Internet
from m3bench_world.internet.lookalikes import lookalikes
from m3bench_world.internet.tables import providers, registrars
from m3bench_world.internet.types import Address, Contact, Domain, Lookalike, Port, Provider, Registrar

__all__ = [
    "Address",
    "Contact",
    "Domain",
    "Internet",
    "Lookalike",
    "Port",
    "Provider",
    "Registrar",
    "lookalikes",
    "providers",
    "registrars",
]
