"""What a run came to, and how two runs differ."""

from m3bench.apps.viewer.summary.comparison import Summaries
from m3bench.apps.viewer.summary.figures import NO_FIGURES, run_figures, run_identity

__all__ = ["NO_FIGURES", "Summaries", "run_figures", "run_identity"]
