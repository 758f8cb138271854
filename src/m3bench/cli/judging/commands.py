"""`m3bench judge`: judge runs, and measure the judges."""

from __future__ import annotations

from typer import Typer

from m3bench.cli.judging.agreement import agreement
from m3bench.cli.judging.calibrate import calibrate
from m3bench.cli.judging.judge import judge_run
from m3bench.cli.judging.undecided import judge_undecided

judge = Typer(help="Judge runs with models, and measure how far to trust the judges.", no_args_is_help=True)
judge.command("run")(judge_run)
judge.command("undecided")(judge_undecided)
judge.command()(agreement)
judge.command()(calibrate)
