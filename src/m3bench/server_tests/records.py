"""What a test of servers found, as data."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from m3bench.core import Task
from m3bench.statistics import Comparison, Interval


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """Agents or clients cannot use the tool as it is."""
    WARNING = "warning"
    """Agents are likely to misuse it."""
    NOTE = "note"
    """It could be better."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to improve: where it is, and what to do."""

    rule: str
    severity: Severity
    tool: str
    """Full name of the tool, or the name of a server."""
    where: str = ""
    """The part of the tool, such as `description` or `parameter city`."""
    problem: str
    advice: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same finding in another version of the server."""
        return self.rule, self.tool, self.where


class ProofOutcome(StrEnum):
    """How the proof calls of a tool ended."""

    WORKS = "works"
    EMPTY = "returned nothing"
    """Calls succeeded, and nothing is in their results."""
    REFUSED = "refused"
    """Every call was refused: the arguments were guessed, and may be wrong."""
    FAILED = "failed"
    """The tool reported an error of its own."""
    TIMED_OUT = "timed out"
    """No call was answered in time."""
    FAULT = "server fault"
    """The server crashed or broke the protocol."""
    NOT_CALLED = "not called"


class ProofCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The proof of one tool: what it was called with, and what came back."""

    tool: str
    outcome: ProofOutcome
    arguments: dict[str, Any] | None = None
    """None if it was not called."""
    source: str = ""
    """Where the arguments come from, or why there are none."""
    said: str = ""
    """The beginning of the result or of the error."""
    calls: int = 0
    """Calls made until one succeeded."""
    links: str = ""
    """The tools that take its values, or why none does."""


class BadCall(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call that must be refused, and how the server answered."""

    tool: str
    mistake: str
    parameter: str
    refused: bool
    helpful: bool
    """Whether the error names the parameter."""
    survived: bool
    timed_out: bool = False
    """Whether it did not survive because there was no answer in time."""
    said: str = ""


class ToolCost(msgspec.Struct, frozen=True):
    """The tokens that a tool takes in every request to a model."""

    tool: str
    tokens: int


class Mistake(StrEnum):
    """What an agent did wrong at a task."""

    WRONG_TOOL = "wrong tool"
    NO_TOOL = "no tool"
    """A tool that the task needs was not called, and none in its place."""
    WRONG_ARGUMENTS = "wrong arguments"
    UNHELPFUL_ERROR = "error did not help"
    """The call was refused, and the agent did not recover."""
    FAILED_CALL = "call failed"
    """The call was right, and the tool returned an error."""
    WRONG_ANSWER = "wrong answer"


class Confusion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mistake that attempts had in common, with one of them as example."""

    mistake: Mistake
    expected: str
    """The tool that the task needs."""
    called: str = ""
    """The tool that was called instead."""
    count: int
    task: str
    request: str
    example: str
    """What the attempt did, in words."""
    advice: str


class AgentTest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An agent on the forged tasks."""

    agent: str
    model: str | None = None
    run: str
    """The run folder."""
    successes: dict[str, bool] = {}
    """Whether each task was solved, by its id."""
    unscored: int = 0
    """Attempts that the server or the harness failed."""
    failures: dict[str, str] = {}
    """Tasks that the server failed, and how. They count as not solved."""
    untried: dict[str, str] = {}
    """Tasks on which the agent could not be tried, and why."""
    rate: Interval | None = None
    """The share of solved tasks, as `m3bench score` prints it for the run."""
    confusions: tuple[Confusion, ...] = ()


class VersionTest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that was found about one version of the servers."""

    config: str
    servers: tuple[str, ...]
    tools: int = 0
    costs: tuple[ToolCost, ...] = ()
    findings: tuple[Finding, ...] = ()
    proofs: tuple[ProofCall, ...] = ()
    bad_calls: tuple[BadCall, ...] = ()
    links: int = 0
    agent: AgentTest | None = None

    @property
    def tokens(self) -> int:
        return sum(cost.tokens for cost in self.costs)

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The difference between an old version and the tested one, on the same tasks."""

    tasks: int
    """Tasks on which both were tried. All shares are over these."""
    before: float | None = None
    """The share that was solved with the old version."""
    now: float | None = None
    success: Comparison
    left_out: dict[str, str] = {}
    """Tasks on which one of them could not be tried, and why."""
    problem: str = ""
    """Why they could not be compared."""
    gone: tuple[Finding, ...]
    new: tuple[Finding, ...]
    tokens: int
    """Tokens of the new version less those of the old one."""


class ServerTest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of `m3bench servers test`."""

    new: VersionTest
    tasks: tuple[Task, ...] = ()
    untested: dict[str, str] = {}
    """Tools without a task, and why."""
    old: VersionTest | None = None
    change: Change | None = None
