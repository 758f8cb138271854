"""Process untrusted input in worker processes with limits on time and memory."""

from m3bench.workers.documents import DocumentError, page_texts, render_pages
from m3bench.workers.forms import form_values
from m3bench.workers.memory import release_memory, tune_malloc
from m3bench.workers.patterns import matches
from m3bench.workers.places import PagePlaces, TextPlace, text_places
from m3bench.workers.process import LimitExceeded, ProcessPool, run_limited
from m3bench.workers.structured import parse_structured

__all__ = [
    "DocumentError",
    "LimitExceeded",
    "PagePlaces",
    "ProcessPool",
    "TextPlace",
    "form_values",
    "matches",
    "page_texts",
    "parse_structured",
    "release_memory",
    "render_pages",
    "run_limited",
    "text_places",
    "tune_malloc",
]
