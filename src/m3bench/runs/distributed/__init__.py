"""Work in several processes. Workers make attempts; the run keeps journal, budget and models."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.distributed.attempt_program import AttemptProgram
    from m3bench.runs.distributed.channel import Channel
    from m3bench.runs.distributed.engines import open_engine, open_workers, require_engine, require_workers
    from m3bench.runs.distributed.machine import SameSuite, install_servers, require_sandbox
    from m3bench.runs.distributed.mapping import MAX_LOSSES, insist, map_requests, stream_requests, work_lost
    from m3bench.runs.distributed.messages import ModelAnswer, ModelRequest, ReviewAnswer, ReviewRequest
    from m3bench.runs.distributed.remote import RemoteModel, RemoteReviewer, answer_model
    from m3bench.runs.distributed.remote_runner import RemoteRunner, RunServices
    from m3bench.runs.distributed.worker import Answer, Program
    from m3bench.runs.distributed.worker_group import WorkerGroup, WorkerLost
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "MAX_LOSSES",
    "Answer",
    "AttemptProgram",
    "Channel",
    "ModelAnswer",
    "ModelRequest",
    "Program",
    "RemoteModel",
    "RemoteReviewer",
    "RemoteRunner",
    "ReviewAnswer",
    "ReviewRequest",
    "RunServices",
    "SameSuite",
    "WorkerGroup",
    "WorkerLost",
    "answer_model",
    "insist",
    "install_servers",
    "map_requests",
    "open_engine",
    "open_workers",
    "require_engine",
    "require_sandbox",
    "require_workers",
    "stream_requests",
    "work_lost",
]
