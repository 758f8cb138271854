"""Select the figures of a study: those for which it has data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec

from m3bench.reports.figures.failures import (
    comparison,
    confusions,
    errors_by_family,
    failures,
    planning_failures,
    taxonomy,
)
from m3bench.reports.figures.groups import over_groups
from m3bench.reports.figures.modes import mode_curves, over_size
from m3bench.reports.figures.scores import (
    crossing,
    families,
    family_success,
    leaderboard,
    score_cost,
    servers,
    slices,
    success,
)
from m3bench.reports.figures.seeing import seeing
from m3bench.reports.figures.shares import bars_of_means, origins, outcomes
from m3bench.reports.figures.styles import RunStyles, Tables
from m3bench.reports.figures.suites import SuitePart, suite_parts
from m3bench.reports.study import Figure, Study

Maker = Callable[[Tables, RunStyles], Figure | None]

_MAKERS: tuple[Maker, ...] = (
    success,
    leaderboard,
    mode_curves,
    partial(over_size, "tools"),
    partial(over_size, "tokens"),
    seeing,
    family_success,
    crossing,
    families,
    slices,
    servers,
    *(partial(over_groups, name) for name in ("levels", "difficulties", "kinds", "hops", "threads")),
    outcomes,
    partial(bars_of_means, "budgets"),
    score_cost,
    failures,
    taxonomy,
    errors_by_family,
    confusions,
    origins,
    partial(bars_of_means, "planning"),
    planning_failures,
    comparison,
)


def with_figures(study: Study) -> Study:
    """Return the study with figures added to the sections whose tables they draw.

    If it has several suites, a figure of runs is made for each of them.
    """
    tables = study.tables()
    suites = suite_parts(tables)
    made = [figure for maker in _MAKERS for figure in _made(maker, tables, suites)]
    return msgspec.structs.replace(
        study,
        sections=tuple(
            msgspec.structs.replace(
                section,
                figures=(
                    *section.figures,
                    *(
                        figure
                        for figure in made
                        if any(figure.table == table.name for table in section.tables)
                    ),
                ),
            )
            for section in study.sections
        ),
    )


def _made(maker: Maker, tables: Tables, suites: Sequence[SuitePart]) -> Iterator[Figure]:
    whole = maker(tables, RunStyles.of(tables))
    if whole is None:
        return
    has_runs = any(column.key == "run" for column in tables[whole.table].columns)
    if len(suites) < 2 or not has_runs:
        yield whole
        return
    for suite in suites:
        parts = suite.tables(tables)
        if (figure := maker(parts, RunStyles.of(parts))) is not None:
            yield suite.name(figure)
