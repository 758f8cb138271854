"""Programs as agents."""

from m3bench.agents.external.attempt_gateway import AttemptGateway, end_when_answered
from m3bench.agents.external.client import ClientAgent
from m3bench.agents.external.command import CommandAgent, read_command
from m3bench.agents.external.endings import describe_exit, end_of_output, read_printed
from m3bench.agents.external.program import Program
from m3bench.agents.external.program_run import Launch, Place, ProgramRun
from m3bench.agents.external.task_input import assignment

__all__ = [
    "AttemptGateway",
    "ClientAgent",
    "CommandAgent",
    "Launch",
    "Place",
    "Program",
    "ProgramRun",
    "assignment",
    "describe_exit",
    "end_of_output",
    "end_when_answered",
    "read_command",
    "read_printed",
]
