"""Build a study from runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.metadata import version

from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.reports.study.ablations import ablations_section
from m3bench.reports.study.budgets import budgets_section
from m3bench.reports.study.comparison import chosen_pair, comparison_section
from m3bench.reports.study.failures import failures_section
from m3bench.reports.study.families import families_section
from m3bench.reports.study.leaderboard import leaderboard_section
from m3bench.reports.study.mcp_bench import mcp_bench_section
from m3bench.reports.study.modes import modes_section
from m3bench.reports.study.omni import omni_section
from m3bench.reports.study.outcomes import outcomes_section
from m3bench.reports.study.overview import conditions_section, matrix_section, summary_section
from m3bench.reports.study.planning import planning_section
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.seeing import seeing_section
from m3bench.reports.study.self_review import self_review_section
from m3bench.reports.study.servers import servers_section
from m3bench.reports.study.shape import shape_section
from m3bench.reports.study.table import Section, Study
from m3bench.reports.study.tasks import tasks_section
from m3bench.runs import describe_change, describe_limits
from m3bench.runs.scoring import OpenBar, counted, no_bar
from m3bench.scoring import DEFAULT_SEED


def study(
    runs: Sequence[StudyRun],
    *,
    created: datetime,
    seed: int = DEFAULT_SEED,
    pair: tuple[str, str] | None = None,
    title: str | None = None,
    open_bar: OpenBar = no_bar,
    left_out: Sequence[tuple[str, str]] = (),
) -> Study:
    """Return the study of these runs, with all sections.

    Two runs are also compared: the named `pair`, or the only two. A pair is named by run names or folders.
    The progress over the sections is shown by `open_bar` if a run is large. `left_out` names runs that are
    not part of the study, and why.
    """
    if not runs:
        raise UsageError("No runs to report on.", "Give at least one run folder.")
    compared = chosen_pair(runs, pair)
    makers: list[Callable[[], Section | None]] = [
        lambda: leaderboard_section(runs, seed=seed),
        lambda: modes_section(runs),
        lambda: mcp_bench_section(runs),
        lambda: omni_section(runs),
        lambda: ablations_section(runs, seed=seed),
        lambda: seeing_section(runs, seed=seed),
        lambda: families_section(runs),
        lambda: comparison_section(*compared, seed=seed) if compared else None,
        lambda: shape_section(runs),
        lambda: servers_section(runs),
        lambda: outcomes_section(runs),
        lambda: failures_section(runs),
        lambda: planning_section(runs),
        lambda: self_review_section(runs),
        lambda: conditions_section(runs),
        lambda: budgets_section(runs),
        lambda: tasks_section(runs),
    ]
    show = open_bar if any(run.result.marks is not None for run in runs) else no_bar
    with show("computing sections", len(makers)) as advance:
        sections = [section for make in counted(makers, advance) if (section := make()) is not None]
    tables = {table.name: table for section in sections for table in section.tables}
    order = [str(row["run"]) for row in tables["leaderboard"].rows if not row.get("published")]
    matrix = matrix_section(runs, order)
    sections.insert(0, summary_section(runs, {**tables, "matrix": matrix.tables[0]}, left_out))
    sections.insert(2, matrix)
    return Study(
        title=title or _title(runs),
        created=created,
        sections=tuple(sections),
        settings=_settings(runs, seed),
        warnings=tuple(f"{run.name}: {line}" for run in runs for line in run.result.integrity.lines()),
    )


def _title(runs: Sequence[StudyRun]) -> str:
    suites = dict.fromkeys(run.result.settings.suite.name for run in runs)
    return f"{plural(len(runs), 'run')} of {', '.join(suites)}"


def _settings(runs: Sequence[StudyRun], seed: int) -> dict[str, str]:
    report = runs[0].report
    forms = dict.fromkeys("fuzzy" if run.result.settings.suite.fuzzy else "concrete" for run in runs)
    strict = [run.name for run in runs if run.result.settings.strict_format]
    return {
        "m3bench": version("m3bench"),
        "profile": report.profile,
        "thresholds": f"{report.weak:g} / {report.strong:g}",
        "encoder": f"{report.encoder} ({report.encoder_fingerprint[:12]})",
        "permutation test seed": str(seed),
        "suites": ", ".join(
            dict.fromkeys(f"{run.result.settings.suite.name} ({run.suite_digest[:12]})" for run in runs)
        ),
        "modes": ", ".join(dict.fromkeys(run.result.settings.mode for run in runs)),
        **({"requests": ", ".join(forms)} if "fuzzy" in forms else {}),
        **({"strict format": ", ".join(strict)} if strict else {}),
        "limits": "; ".join(dict.fromkeys(describe_limits(run.result.limits) for run in runs)),
        **_changed_limits(runs),
    }


def _changed_limits(runs: Sequence[StudyRun]) -> dict[str, str]:
    """Return the limits of runs that were changed during the run."""
    changes = {
        run.name: [line for change in run.result.limit_changes for line in describe_change(change)]
        for run in runs
    }
    return {f"limits changed in {name}": "; ".join(lines) for name, lines in changes.items() if lines}
