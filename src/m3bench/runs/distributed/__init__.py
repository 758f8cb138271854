"""Runs over several workers. They make the attempts; the run keeps journal, budget and models."""

from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.client import RunServices
from m3bench.runs.distributed.links import Link, LinkClosed, SocketLink
from m3bench.runs.distributed.messages import WorkerSetup
from m3bench.runs.distributed.processes import open_process
from m3bench.runs.distributed.remote_runner import RemoteRunner, WorkersLost

__all__ = [
    "Channel",
    "Link",
    "LinkClosed",
    "RemoteRunner",
    "RunServices",
    "SocketLink",
    "WorkerSetup",
    "WorkersLost",
    "open_process",
]
