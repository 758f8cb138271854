"""Ask the bundled servers for what MCP-Bench's tasks need, and compare with the list of what is missing.

    python scripts/check_world_needs.py [--write]

Prints what the list has wrong, and what somebody has to look at: needs without a probe, and servers that are
not bundled. With --write, the list is corrected. Whether an answer is good enough for the task is for people
to judge, so the start of each new answer is printed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from m3bench.runs import is_bundled
from m3bench.servers import Files, load
from m3bench.suites.public import ENTITY, NEEDS_FILE, Probe, WorldNeed, world_needs
from m3bench.worlds import DEFAULT_SEED
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

LIST = Path(__file__).parent.parent / "src" / "m3bench" / "suites" / "public" / NEEDS_FILE
Needs = Mapping[str, tuple[WorldNeed, ...]]
Ask = Callable[[str, str, dict[str, Any]], str | None]
"""Calls a tool of a server. Returns the text of the result; None if the call fails."""

_NOTHING = re.compile(r'(?i)not found|no (matching|results?|articles?|pages?|such)\b|"(count|total)": ?0\b')
"""How servers say that they have nothing."""
_START = 300
_SHOWN = 100


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--write", action="store_true", help="correct the list")
    write = options.parse_args().write
    with tempfile.TemporaryDirectory() as folder:
        ask = asking(ToolContext(World(DEFAULT_SEED), Files(Path(folder))))
        checked = {
            task: tuple(checked_need(need, ask) for need in needs) for task, needs in world_needs().items()
        }
        changes = list(differences(world_needs(), checked, ask))
    print(*changes, *open_questions(world_needs()), sep="\n")
    if write:
        LIST.write_text(formatted(checked), encoding="utf-8")
    sys.exit(1 if changes and not write else 0)


def asking(context: ToolContext) -> Ask:
    """Return a function that asks bundled servers in this process."""

    def ask(server: str, tool: str, arguments: dict[str, Any]) -> str | None:
        try:
            return load(server).call(context, tool, arguments).text
        except Exception:  # noqa: BLE001 - whatever a server raises, it has no answer
            return None

    return ask


def checked_need(need: WorldNeed, ask: Ask) -> WorldNeed:
    """Return the need with what the bundled server does not have. Unchanged if nobody can be asked."""
    if need.probe is None or not is_bundled(need.server):
        return need
    missing = tuple(
        entity for entity in need.entities if answer(need.server, need.probe, entity, ask) is None
    )
    return msgspec.structs.replace(need, missing=missing)


def answer(server: str, probe: Probe, entity: str, ask: Ask) -> str | None:
    """Return what a server says about an entity; None if it does not have it."""
    text = ask(server, probe.tool, filled(probe.arguments, entity))
    if text is None or _NOTHING.search(text[:_START]):
        return None
    wanted = filled(probe.contains or "", entity)
    return text if wanted.casefold() in text.casefold() else None


def filled(value: Any, entity: str) -> Any:
    """Return arguments with the entity in its place."""
    if isinstance(value, dict):
        return {name: filled(part, entity) for name, part in value.items()}
    if isinstance(value, list):
        return [filled(part, entity) for part in value]
    return value.replace(ENTITY, entity) if isinstance(value, str) else value


def differences(listed: Needs, checked: Needs, ask: Ask) -> Iterator[str]:
    """Yield a line for each entity that is wrongly listed as missing, or that should be."""
    for task, needs in listed.items():
        for old, new in zip(needs, checked[task], strict=True):
            for entity in sorted({*old.missing} ^ {*new.missing}):
                if entity in new.missing:
                    yield f"{task}: {old.server} has no {entity}, but it is not listed as missing"
                elif old.probe is not None:
                    said = " ".join((answer(old.server, old.probe, entity, ask) or "").split())
                    yield f"{task}: {old.server} has {entity}, which is listed as missing: {said[:_SHOWN]}"


def open_questions(listed: Needs) -> Iterator[str]:
    """Yield what cannot be asked: servers that are not bundled, and needs without a probe."""
    servers = {need.server for needs in listed.values() for need in needs}
    yield from (f"not bundled, not asked: {name}" for name in sorted(servers) if not is_bundled(name))
    for task, needs in listed.items():
        for need in needs:
            if need.probe is None:
                yield f"{task}: look yourself whether {need.server} has {', '.join(need.entities)}"


def formatted(needs: Needs) -> str:
    """Return the list as text, with a line for each need."""
    blocks = []
    for task, found in needs.items():
        lines = ",\n".join(
            f"    {json.dumps(msgspec.to_builtins(need), ensure_ascii=False)}" for need in found
        )
        blocks.append(f"  {json.dumps(task)}: [\n{lines}\n  ]")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    main()
