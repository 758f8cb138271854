"""`claim-done`: the agent's statement that it has finished."""

from m3bench_world.servers.tobench.claim_done.tools import server

__all__ = ["server"]
