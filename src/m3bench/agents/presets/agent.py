"""An agent that people use, started as a program with the gateway as its MCP server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.confinement import Confinement
from m3bench.agents.external import (
    Launch,
    Place,
    Program,
    ProgramRun,
    describe_exit,
    end_of_output,
    read_printed,
)
from m3bench.agents.parsing import FormAnswer
from m3bench.agents.preset_spec import PresetSpec, own_model_name
from m3bench.agents.presets.events import read_events
from m3bench.agents.presets.installing import agent_environments
from m3bench.agents.presets.preset import GATEWAY, Fault, Job, Outcome, Preset, credentials
from m3bench.agents.shared import ending_of
from m3bench.core import Media, Status, UsageError, briefing
from m3bench.core.text import without_surrogates
from m3bench.hosting import Toolbox
from m3bench.hosting.gateway import form_text

_OUTPUT = "output.jsonl"
_MAX_REASON = 500
_MAX_TRANSCRIPT = 64 * 1024 * 1024
_MAX_TRANSCRIPTS = 20
_JSON_LINES = "application/jsonl"
_HOW = (
    f"Work with the tools of the MCP server {GATEWAY} only. They take file names relative to the current "
    "folder. Nobody reads what you write in between. When you are done, call its tool submit_answer with the "
    "final answer, once."
)
_MAX_PICTURE = 4_000_000
_MAX_PICTURES = 20
_SHOWN = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp"))


class PresetAgent:
    """Starts the program of a preset once per attempt."""

    needs_model = False

    def __init__(
        self,
        preset: Preset,
        spec: PresetSpec,
        confinement: Confinement = Confinement(),  # noqa: B008 - frozen
    ) -> None:
        self.name = f"preset:{spec.text}"
        self._preset, self._spec = preset, spec
        # Its model is asked by the program itself.
        self._confinement = msgspec.structs.replace(confinement, network=True)
        self.program = preset.find()
        """The command of the installed program."""

    def confined(self, confinement: Confinement) -> PresetAgent:
        """Return an agent that runs the same program under these rules. It always has the network."""
        confinement.check()
        self._require_key(confinement)
        return PresetAgent(self._preset, self._spec, confinement)

    async def solve(self, attempt: Attempt) -> Ending:
        self._require_key(self._confinement)
        return await PresetRun(attempt, self._confinement, self._preset, self._spec, self.program).solve()

    def _require_key(self, rules: Confinement) -> None:
        keys = self._preset.keys
        if keys and not credentials(self._preset, self._spec.base_url) and not set(keys) & set(rules.env):
            raise UsageError(
                f"{self.name} needs a key of its provider.",
                f"Set {' or '.join(keys)}, or name an endpoint of your own with --base-url.",
            )


class PresetRun(ProgramRun):
    """One attempt: writes the configuration, keeps the transcripts, reads the answer."""

    def __init__(
        self,
        attempt: Attempt,
        confinement: Confinement,
        preset: Preset,
        spec: PresetSpec,
        program: tuple[str, ...],
    ) -> None:
        super().__init__(attempt, confinement)
        self._preset, self._spec, self._words = preset, spec, program
        self._outcome = Outcome()

    def launch(self, place: Place) -> Launch:
        spec, entry = self._spec, self._preset.entry
        job = Job(
            place=place,
            program=self._words,
            prompt=_prompt(self.attempt),
            pictures=_given_pictures(self.attempt),
            tools=_names(self.attempt.toolbox),
            model=self._model_name(),
            base_url=spec.base_url,
        )
        launch = self._preset.launch(job)
        own = () if entry is None else (agent_environments().folder(entry.name),)
        return msgspec.structs.replace(
            launch,
            environment={**credentials(self._preset, spec.base_url), **launch.environment},
            readable=(*launch.readable, *own),
            spool=place.home / _OUTPUT,
        )

    def _model_name(self) -> str | None:
        model = self._spec.model
        return own_model_name(model) if model and not self._preset.full_model_names else model

    def ended(self, program: Program, place: Place) -> None:
        errors = end_of_output(program.err.data, _MAX_REASON)
        self._outcome = self._preset.read(read_events(place.home / _OUTPUT), errors, program.code)
        notes = self.attempt.notes["program"]
        # The output is a transcript, and kept as such.
        notes.pop("stdout", None)
        notes["transcripts"] = list(self._keep(place.home))
        notes["model"] = self._outcome.model or self._spec.model
        self.attempt.outside_model = notes["model"]
        if self._outcome.usage is not None:
            self.attempt.usage = self._outcome.usage

    def _keep(self, home: Path) -> Iterator[dict[str, Any]]:
        """Store the transcripts with the run; without a run, only their sizes are known."""
        sessions = (path for session in self._preset.sessions for path in sorted(home.glob(session)))
        for path in islice((home / _OUTPUT, *sessions), _MAX_TRANSCRIPTS):
            if path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as file:
                data = file.read(_MAX_TRANSCRIPT)
            digest = self.attempt.toolbox.keep(data, _JSON_LINES) if data else None
            kept = {"file": path.relative_to(home).as_posix(), "bytes": path.stat().st_size}
            yield kept if digest is None else {**kept, "digest": digest}

    def ending(self, program: Program, submitted: FormAnswer) -> Ending:
        if submitted.answer is not None:
            return ending_of(submitted)
        outcome, name = self._outcome, self._preset.title
        if outcome.fault is Fault.LOGIN:
            raise UsageError(f"{name} could not log in: {outcome.problem}", self._login_hint())
        reached = "client" in self.attempt.notes["program"]
        if outcome.problem is not None or program.code != 0 or not outcome.answer or not reached:
            return self._failed(program, outcome, reached=reached)
        return read_printed(outcome.answer, self.attempt.task.form)

    def _failed(self, program: Program, outcome: Outcome, *, reached: bool) -> Ending:
        """Blame the program, unless its provider failed or the gateway was not even reached."""
        without = "" if outcome.answer else " without an answer"
        said = f": {outcome.problem}" if outcome.problem else "."
        reason = f"{self._preset.title} {describe_exit(program.code)}{without}{said}"
        if outcome.fault is Fault.PROVIDER:
            self.attempt.notes["provider"] = True
            return Ending(status=Status.HARNESS_FAILURE, reason=reason)
        if not reached:
            reason = f"{reason} It never connected to the gateway, so no tool reached it."
            return Ending(status=Status.HARNESS_FAILURE, reason=reason)
        return Ending(status=Status.AGENT_FAILURE, reason=reason)

    def _login_hint(self) -> str:
        keys = " or ".join(self._preset.keys)
        return f"Set {keys} to a valid key." if keys else "See docs/presets.md for what it needs."


def _names(toolbox: Toolbox) -> tuple[str, ...]:
    aliases = (toolbox.aliases.alias(tool.full_name) for tool in toolbox.tools)
    return (*aliases, "get_task", "submit_answer")


def _prompt(attempt: Attempt) -> str:
    task = attempt.task
    before = briefing(task.role, task.rules)
    parts = (
        before,
        f"The request:\n{attempt.request}" if before else f"Solve this task:\n{attempt.request}",
        _files(attempt),
        form_text(task.form) if task.form is not None else "",
        _HOW,
    )
    return without_surrogates("\n\n".join(filter(None, parts)).replace("\0", ""))


def _given_pictures(attempt: Attempt) -> tuple[Media, ...]:
    """Return the pictures that can go with the prompt: of common types, not too large, not too many."""
    return tuple(
        picture
        for picture in attempt.pictures[:_MAX_PICTURES]
        if picture.media_type in _SHOWN and picture.data and len(picture.data) <= _MAX_PICTURE
    )


def _files(attempt: Attempt) -> str:
    names = [picture.uri or "" for picture in attempt.pictures] + [file.name for file in attempt.files]
    if not names:
        return ""
    return f"Files of the task: {', '.join(names)}. The tool get_task shows them."
