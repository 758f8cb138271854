"""Text: shortening, joining, suggestions, number words, JSON inside text, names of files, safe output."""

from m3bench.core.text.file_names import name_from_record, recorded_name, shown_name
from m3bench.core.text.joining import ONES, SPELLING, TENS, join, plural
from m3bench.core.text.json_search import json_values, quotations, without_conflicts
from m3bench.core.text.markdown import is_rule, markdown_tables, table_cells
from m3bench.core.text.shortening import LONGEST_REASON, beginning, shorten, shorten_middle, shorten_sentences
from m3bench.core.text.suggestions import did_you_mean, nearest_names
from m3bench.core.text.terminal import printable, value_without_surrogates, without_surrogates
from m3bench.core.text.toml import parse_toml

__all__ = [
    "LONGEST_REASON",
    "ONES",
    "SPELLING",
    "TENS",
    "beginning",
    "did_you_mean",
    "is_rule",
    "join",
    "json_values",
    "markdown_tables",
    "name_from_record",
    "nearest_names",
    "parse_toml",
    "plural",
    "printable",
    "quotations",
    "recorded_name",
    "shorten",
    "shorten_middle",
    "shorten_sentences",
    "shown_name",
    "table_cells",
    "value_without_surrogates",
    "without_conflicts",
    "without_surrogates",
]
