"""The server, and how customers are shown."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Proof, Server, about
from m3bench_world.service import Record

server = Server(
    "customers",
    "Find customers, verify who they are, update their contact data and keep notes.",
    sources=("service",),
    strict=True,
    proof=Proof("list_companies", {"domain": "banking"}),
)

CustomerId = Annotated[str, about("Id of the customer, such as BRI-C1004.")]
MOST_TRIES = 3


def shown(customer: Record) -> Record:
    """Return a customer without the answers to the security questions."""
    visible = {name: value for name, value in customer.items() if name != "security"}
    return visible | {"security_questions": list(customer["security"])}
