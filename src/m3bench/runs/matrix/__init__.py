"""A matrix of runs: agents, models and suites of one file, each combination a run of one study."""

from m3bench.runs.matrix.cells import Cell, require_same_cell
from m3bench.runs.matrix.file import Matrix, read_matrix

__all__ = ["Cell", "Matrix", "read_matrix", "require_same_cell"]
