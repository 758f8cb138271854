"""Write scores and tables as JSON, CSV, Parquet and LaTeX."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.reports.export.json_stream import json_chunks
    from m3bench.reports.export.saved_scores import is_scores_file, read_scores, read_successes, warnings_in
    from m3bench.reports.export.scores import (
        report_to_dict,
        rows,
        scores_document,
        write_csv,
        write_json,
        write_json_document,
        write_parquet,
    )
    from m3bench.reports.export.study import study_document, write_tables
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "is_scores_file",
    "json_chunks",
    "read_scores",
    "read_successes",
    "report_to_dict",
    "rows",
    "scores_document",
    "study_document",
    "warnings_in",
    "write_csv",
    "write_json",
    "write_json_document",
    "write_parquet",
    "write_tables",
]
