"""The columns of the tables about what seeing is worth."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.seeing.answers import Seen
from m3bench.reports.study.seeing.series import Series
from m3bench.reports.study.table import Column, Kind

_MEANINGS = {
    Seen.NONE: "No pictures, and blank files.",
    Seen.WRONG: "The pictures of another task.",
    Seen.HARD: "Bad photographs.",
    Seen.HANDHELD: "Usual photographs.",
    Seen.CLEAN: "Pictures as drawn.",
    Seen.GIVEN: "The pictures of the task.",
}
_SERIES = columns.text("series", "Agent", "Agent and model.")
_PICTURES = columns.text(
    "pictures",
    "Pictures",
    "None: blank files. Wrong: those of another task. Hard, handheld, clean: the camera level.",
)
_TOOLS = columns.flag(
    "tools", "Tools", "Perception tools: whether OCR, detectors and code scanners were mounted."
)


def _difference_columns(key: str, title: str, definition: str) -> tuple[Column, ...]:
    return (
        columns.difference(f"{key}_difference", title, definition, interval=True),
        *columns.bounds(f"{key}_difference", title, kind=Kind.DIFFERENCE),
        columns.rate(f"{key}_p", f"{title}, p", "From the permutation test.", shown=False),
        columns.count(f"{key}_n", f"{title}, fields", "Fields that both sides have.", shown=False),
    )


def matrix_columns(agents: Sequence[Series]) -> tuple[Column, ...]:
    """Return the columns of the table with a row for each agent: one for each kind of pictures."""
    levels = sorted({seen for series in agents for seen in series.levels}, key=list(Seen).index)
    bases = sorted({series.base for series in agents}, key=list(Seen).index)
    about = "The share of right fields that depend on the picture."
    return (
        _SERIES,
        _TOOLS,
        *(
            columns.rate(seen.value, seen.value.capitalize(), f"{about} {_MEANINGS[seen]}", interval=True)
            for seen in levels
        ),
        *_difference_columns(
            "worth",
            f"{' or '.join(bases).capitalize()} minus none",
            "What seeing is worth: paired, on the same fields.",
        ),
        columns.count("fields", "Fields", "Fields that depend on the picture: n of every share."),
        columns.count("tasks", "Tasks", "Tasks with such fields."),
        *(bound for seen in levels for bound in columns.bounds(seen.value, seen.value)),
    )


CONDITION_COLUMNS = (
    _SERIES,
    _TOOLS,
    _PICTURES,
    columns.text("runs", "Runs", "How many runs the row has; several are pooled."),
    columns.rate(
        "accuracy",
        "Accuracy",
        "The share of right fields, among those that depend on the picture.",
        interval=True,
    ),
    *_difference_columns(
        "clean",
        "Minus clean",
        "Accuracy minus that with clean pictures (given ones, if their level is unknown), on the same "
        "fields, paired.",
    ),
    *_difference_columns(
        "tools", "Minus with tools", "Accuracy minus that with perception tools, with the same pictures."
    ),
    columns.count("fields", "Fields", "Fields that depend on the picture: n of the accuracy."),
    columns.count("tasks", "Tasks", "Tasks with such fields."),
    columns.count("attempts", "Answers", "Fields, counted in every attempt.", shown=False),
    columns.flag("part", "In part", "Only the tasks whose own pictures are of this level."),
    columns.text("names", "Names of the runs", shown=False),
    *columns.bounds("accuracy", "Accuracy"),
)
COUNT_COLUMNS = (
    _SERIES,
    columns.text("suite", "Suite"),
    columns.count("tasks", "Tasks", "Tasks with graded fields, and those without."),
    columns.count(
        "dependent", "Depend on the picture", "Fields that a reference reaches through the picture."
    ),
    columns.count("independent", "Do not", "Fields whose values come from elsewhere in all references."),
    columns.count(
        "unknown",
        "Unknown",
        "Fields that are not counted: their values cannot be traced (small counts, yes and no), or are "
        "computed from others.",
    ),
    columns.count("without", "Tasks without", "Tasks without a field that depends on the picture."),
    columns.count("left_out", "Left out", "Tasks that only some runs of the agent have."),
)
MISSING_COLUMNS = (
    _SERIES,
    _TOOLS,
    _PICTURES,
    Column(key="command", title="Command", definition="The command of the missing run.", whole=True),
)
