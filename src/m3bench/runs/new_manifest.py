"""The manifest of a new run, and its default folder."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.agents import OBJECT, PRESET_PREFIX, make_agent
from m3bench.core import UsageError
from m3bench.core.redaction import redactor
from m3bench.hosting import SandboxState
from m3bench.runs.plugins import used_plugins
from m3bench.runs.serving import ServerSet, required_servers
from m3bench.runs.settings import RunLimits, RunSettings, ablations
from m3bench.runs.settings_record import record_of
from m3bench.runs.store import RunManifest, versions
from m3bench.runs.task_choice import TaskChoice
from m3bench.suites import Suite

_LONGEST_TAG = 80
_LONGEST_NOTE = 2_000


class RunLabels(msgspec.Struct, frozen=True):
    """What the user calls a run. Nothing depends on it."""

    tags: tuple[str, ...] = ()
    note: str | None = None

    def check(self) -> None:
        """Raise `UsageError` for tags and notes that cannot be shown."""
        for tag in self.tags:
            if not tag.strip() or len(tag) > _LONGEST_TAG or not tag.isprintable() or "," in tag:
                raise UsageError(
                    f"--tag {tag[:_LONGEST_TAG]!r} is not a tag.",
                    f"Use up to {_LONGEST_TAG} printable characters, without commas.",
                )
        if len(self.note or "") > _LONGEST_NOTE:
            raise UsageError(f"The note has more than {_LONGEST_NOTE} characters.", "Shorten it.")


def new_manifest(
    settings: RunSettings,
    limits: RunLimits,
    suite: Suite,
    choice: TaskChoice,
    *,
    server_set: ServerSet,
    sandbox: SandboxState,
    labels: RunLabels,
) -> RunManifest:
    """Return the manifest of a run that starts now."""
    return RunManifest(
        created=datetime.now(UTC),
        recorded=record_of(settings),
        suite_digest=suite.digest,
        tasks=len(choice.tasks),
        servers=server_set.records(required_servers(choice.mounting)),
        versions={**versions(), **_agent_versions(settings)},
        limits=limits,
        sandbox=sandbox,
        plugins=used_plugins(settings, choice.tasks),
        left_out=choice.left_out,
        started_in=_started_in(settings),
        sampled=tuple(task.id for task in choice.tasks) if settings.suite.sample is not None else (),
        tags=tuple(dict.fromkeys(labels.tags)),
        note=labels.note,
    )


def _agent_versions(settings: RunSettings) -> dict[str, str]:
    if not settings.agent.startswith(PRESET_PREFIX):
        return {}
    from m3bench.agents.presets import preset_versions  # noqa: PLC0415 - loads the gateway

    return preset_versions(settings.agent)


def _started_in(settings: RunSettings) -> str | None:
    """Return the current folder if settings have paths in it; None if it does not matter."""
    name = Path(settings.suite.name)
    others = (settings.suite.data, settings.model.cache, settings.record, settings.replay)
    paths = [Path(path) for path in (*filter(None, others), *settings.configs, *settings.agent_read)]
    relative = any(not path.is_absolute() for path in paths) or (name.exists() and not name.is_absolute())
    return str(Path.cwd()) if relative or settings.agent.startswith("command:") else None


def default_folder(settings: RunSettings) -> Path:
    """Return an unused path below runs/, named after suite, agent and model, without secrets."""
    if not settings.agent.startswith(f"{OBJECT}:"):
        make_agent(settings.agent)  # registers keys in its command as secrets
    agent = redactor().text(settings.agent)
    parts = [Path(settings.suite.name).stem, agent, settings.model.name or "", *ablations(settings)]
    name = "-".join(re.sub(r"[^\w.]+", "-", part).strip("-")[:40] for part in parts if part)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = Path("runs") / f"{name}-{stamp}"
    number = 1
    while folder.exists():
        number += 1
        folder = folder.with_name(f"{name}-{stamp}-{number}")
    return folder
