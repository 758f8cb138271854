"""Process untrusted input in worker processes with limits on time and memory."""

from m3bench.workers.databases import (
    DatabaseLimits,
    QueryFailed,
    is_foreign_journal,
    limit_connection,
    query_database,
    read_schema,
    require_schema,
    take_rows,
)
from m3bench.workers.documents import (
    DocumentError,
    PagePlaces,
    TextPlace,
    form_values,
    page_texts,
    render_pages,
    text_places,
)
from m3bench.workers.legibility import DrawnWord, drawn_words
from m3bench.workers.memory import limit_memory, release_memory, tune_malloc
from m3bench.workers.office import OFFICE_SUFFIXES, office_text
from m3bench.workers.process import JobFailed, LimitExceeded, ProcessPool, WorkerDied, run_limited
from m3bench.workers.searching import compare_lines, find_matches, matches, replace_matches
from m3bench.workers.structured import markdown_to_html, parse_structured
from m3bench.workers.zones import zone_at

__all__ = [
    "OFFICE_SUFFIXES",
    "DatabaseLimits",
    "DocumentError",
    "DrawnWord",
    "JobFailed",
    "LimitExceeded",
    "PagePlaces",
    "ProcessPool",
    "QueryFailed",
    "TextPlace",
    "WorkerDied",
    "compare_lines",
    "drawn_words",
    "find_matches",
    "form_values",
    "is_foreign_journal",
    "limit_connection",
    "limit_memory",
    "markdown_to_html",
    "matches",
    "office_text",
    "page_texts",
    "parse_structured",
    "query_database",
    "read_schema",
    "release_memory",
    "render_pages",
    "replace_matches",
    "require_schema",
    "run_limited",
    "take_rows",
    "text_places",
    "tune_malloc",
    "zone_at",
]
