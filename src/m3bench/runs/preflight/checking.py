"""One check: make the attempts, and judge them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio
import msgspec

from m3bench.hosting import unwrap_group
from m3bench.models import ModelUnavailable
from m3bench.runs.preflight.attempts import Attempts, total_requests
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.evidence import Evidence
from m3bench.runs.preflight.probes import Finding, NamesProbe, Probe, names_in
from m3bench.runs.preflight.verdicts import (
    has_no_tools,
    judge_names,
    judge_probe,
    judge_tools,
    names_of,
    not_applicable,
)
from m3bench.runs.store import ProbeResult, ProbeVerdict, ToolNames

Done = Callable[[str, Finding], None]
"""Called with the name of a probe and the verdict on it."""


class Check:
    """Makes the attempts of a check, and judges them."""

    def __init__(self, attempts: Attempts, codes: Codes, accepted: frozenset[str] | None, done: Done) -> None:
        self._attempts, self._codes, self._accepted, self._done = attempts, codes, accepted, done
        self.evidence: list[Evidence] = []
        self._seen: tuple[str, ...] = ()

    async def run(self, probes: Sequence[Probe], at_once: int) -> tuple[ProbeResult, ...]:
        """Try the first probe, then all others unless they cannot succeed."""
        first, *others = probes
        results = {first.name: await self._try(first)}
        if has_no_tools(self.evidence):
            skipped = Finding(ProbeVerdict.UNKNOWN, "Not tried, because the tools never reached the agent.")
            results |= {probe.name: self._result(probe, skipped) for probe in others}
        else:
            results |= await self._try_all(others, at_once)
        return (*self._overall(), *(results[probe.name] for probe in probes))

    async def _try_all(self, probes: Sequence[Probe], at_once: int) -> dict[str, ProbeResult]:
        results: dict[str, ProbeResult] = {}
        limiter = anyio.CapacityLimiter(at_once)

        async def work(probe: Probe) -> None:
            async with limiter:
                results[probe.name] = await self._try(probe)

        async def ask_names() -> None:  # which only a program knows
            probe = NamesProbe()
            async with limiter:
                seen = await self._attempts.make(probe)
            self._seen = names_in(seen.answer, probe.tools())

        try:
            async with anyio.create_task_group() as tasks:
                for probe in probes:
                    tasks.start_soon(work, probe)
                if self._attempts.model is None:
                    tasks.start_soon(ask_names)
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        return results

    @property
    def names(self) -> ToolNames:
        names = names_of(self.evidence)
        return msgspec.structs.replace(names, seen=names.seen or self._seen)

    async def _try(self, probe: Probe) -> ProbeResult:
        finding = not_applicable(probe, self._accepted, is_program=self._attempts.model is None)
        if finding is not None:
            return self._result(probe, finding)
        seen = await self._attempts.make(probe)
        if seen.is_outage and not self.evidence:
            raise ModelUnavailable(seen.reason, seen.advice or None)
        self.evidence.append(seen)
        return self._result(probe, judge_probe(probe, self._codes, seen), seen)

    def _overall(self) -> list[ProbeResult]:
        """Judge what all attempts have in common."""
        rows = {
            "tools": judge_tools(self.evidence, self.names),
            "names": judge_names(self.evidence, self.names),
        }
        for name, finding in rows.items():
            self._done(name, finding)
        return [
            ProbeResult(name=name, verdict=row.verdict, why=row.why, advice=row.advice)
            for name, row in rows.items()
        ]

    def _result(self, probe: Probe, finding: Finding, seen: Evidence | None = None) -> ProbeResult:
        self._done(probe.name, finding)
        return ProbeResult(
            name=probe.name,
            verdict=finding.verdict,
            why=finding.why,
            advice=finding.advice,
            required=probe.required,
            requests=0 if seen is None else total_requests([seen]),
            seconds=0.0 if seen is None else seen.seconds,
        )
