"""`accounts`: accounts at a bank, and those with a tariff, a policy, a plan or a tenancy."""

from m3bench_world.servers.tobench.accounts import tools_cards, tools_lookup, tools_money
from m3bench_world.servers.tobench.accounts.server import server

__all__ = ["server", "tools_cards", "tools_lookup", "tools_money"]
