"""Reading natural text: amounts, dates, words, tolerances, commitments."""

from m3bench.checks.reading.amounts import Amount, amounts
from m3bench.checks.reading.commitment import (
    MAX_ANSWER,
    claims_name,
    committed,
    contradicts_itself,
    leaves_name_open,
    leaves_number_open,
    single_amounts,
)
from m3bench.checks.reading.dates import date_spans
from m3bench.checks.reading.folding import Word, alike, folded, phrase, places, spaced, stands, words
from m3bench.checks.reading.segments import LEVELS, segments, without_negations
from m3bench.checks.reading.spelling import names
from m3bench.checks.reading.tolerance import EXACT, Tolerance
from m3bench.checks.reading.values import as_number, keyed, same, shown

__all__ = [
    "EXACT",
    "LEVELS",
    "MAX_ANSWER",
    "Amount",
    "Tolerance",
    "Word",
    "alike",
    "amounts",
    "as_number",
    "claims_name",
    "committed",
    "contradicts_itself",
    "date_spans",
    "folded",
    "keyed",
    "leaves_name_open",
    "leaves_number_open",
    "names",
    "phrase",
    "places",
    "same",
    "segments",
    "shown",
    "single_amounts",
    "spaced",
    "stands",
    "without_negations",
    "words",
]
