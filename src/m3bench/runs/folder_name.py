"""Default names of run folders."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from m3bench.agents import OBJECT, make_agent
from m3bench.core.redaction import redactor
from m3bench.runs.settings import RunSettings, ablations


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
