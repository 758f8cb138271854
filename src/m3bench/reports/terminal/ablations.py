"""What an agent could see in a run: which pictures, and with or without perception tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.reports.terminal.tables import plain_table
from m3bench.runs import Pictures, RunSettings, record_of

GIVEN = "pictures given"
CLEAN = "clean pictures"
_PICTURES = {
    Pictures.GIVEN: GIVEN,
    Pictures.CLEAN: CLEAN,
    Pictures.HANDHELD: "handheld pictures",
    Pictures.HARD: "hard pictures",
    Pictures.NONE: "no pictures",
    Pictures.WRONG: "wrong pictures",
}
_BLIND = "no perception tools"
_IGNORED = {"pictures", "without_perception", "record", "replay", "cache"}
_SELECTION = {
    *("limit", "families", "per_family", "tasks", "where"),
    *("sample", "sample_seed", "bundled_only", "skip_missing"),
}
CONDITIONS = (*_PICTURES.values(), _BLIND)
"""In table order; others follow."""
_NOT_RUN = "not run"
_NOT_POSSIBLE = "–"
"""Only drawn pictures have levels."""
_FROM_NONE = ("none", "wrong", "hard", "handheld", "clean", "given")
_PART = "*"


def condition(settings: RunSettings) -> str:
    """Return the condition in words; `GIVEN` if nothing was removed."""
    pictures = settings.suite.pictures
    if not settings.without_perception:
        return _PICTURES[pictures]
    return _BLIND if pictures is Pictures.GIVEN else f"{_PICTURES[pictures]}, {_BLIND}"


def without_condition(settings: RunSettings) -> str:
    """Return all other settings as text: runs with the same text differ only in condition."""
    return _settings_except(settings, _IGNORED)


def other_settings(settings: RunSettings) -> str:
    """Return all settings but the condition and the selection of tasks, as JSON."""
    return _settings_except(settings, _IGNORED | _SELECTION)


def _settings_except(settings: RunSettings, names: set[str]) -> str:
    plain = msgspec.to_builtins(record_of(settings))
    kept = {name: value for name, value in plain.items() if name not in names}
    return msgspec.json.encode(kept, order="deterministic").decode()


def print_seeing(console: Console, rows: Sequence[Mapping[str, object]]) -> None:
    """Print the accuracy of fields that depend on the picture: a line per agent, a column per condition.

    Args:
        console: The terminal.
        rows: The rows of the table `seeing_conditions` of a report.
    """
    levels = seen_levels(rows)
    table = plain_table()
    table.add_column("Agent", overflow="fold")
    for name in levels:
        table.add_column(name, justify="right", no_wrap=True)
    for name, cells in _lines(rows):
        table.add_row(Text(name), *(Text(cells.get(level, _NOT_POSSIBLE)) for level in levels))
    console.print("Accuracy of the answer fields that depend on the picture, by pictures:")
    console.print(table)
    if any(row.get("part") for row in rows):
        console.print(f"{_PART} only the tasks whose own pictures are of this level")


def seen_levels(rows: Sequence[Mapping[str, object]]) -> list[str]:
    """Return the kinds of pictures in these rows, from none to clean ones; those of unknown level last."""
    return sorted({str(row["pictures"]) for row in rows}, key=_FROM_NONE.index)


def _lines(rows: Sequence[Mapping[str, object]]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each agent, with and without perception tools, and its accuracy by condition."""
    agents: dict[tuple[str, bool], dict[str, str]] = {}
    for row in rows:
        value = row.get("accuracy")
        cells = agents.setdefault((str(row["series"]), bool(row["tools"])), {})
        mark = _PART if row.get("part") else ""
        cells[str(row["pictures"])] = f"{value:.3f}{mark}" if isinstance(value, float) else _NOT_RUN
    for (series, tools), cells in agents.items():
        if set(cells.values()) != {_NOT_RUN}:
            yield series if tools else f"{series}, {_BLIND}", cells
