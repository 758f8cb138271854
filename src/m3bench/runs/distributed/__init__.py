"""Runs over several processes: workers make attempts, the run keeps the journal, the budget and the models."""

from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.links import Link, LinkClosed, SocketLink

__all__ = ["Channel", "Link", "LinkClosed", "SocketLink"]
