"""Reading natural text: amounts, units, dates, words, tolerances, commitments, hedges."""

from m3bench.checks.reading.amounts import YEARS, Amount, amounts, date_spans
from m3bench.checks.reading.commitment import (
    MAX_ANSWER,
    claims_name,
    committed,
    contradicts_itself,
    leaves_name_open,
    leaves_number_open,
    single_amounts,
)
from m3bench.checks.reading.countries import countries_of, same_place
from m3bench.checks.reading.folding import (
    Word,
    alike,
    folded,
    left_over,
    phrase,
    places,
    spaced,
    stands,
    words,
)
from m3bench.checks.reading.hedges import doubts, evades, evades_more, is_null, only_bounds
from m3bench.checks.reading.numbers import as_number, number_in
from m3bench.checks.reading.retractions import find_refusal, retractions
from m3bench.checks.reading.segments import LEVELS, segments, without_negations
from m3bench.checks.reading.spelling import names
from m3bench.checks.reading.statements import lists_candidates, states
from m3bench.checks.reading.tolerance import EXACT, Tolerance
from m3bench.checks.reading.units import UNIT_BEHIND, Unit, converted, find_unit, has_unit, unit_behind
from m3bench.checks.reading.values import colour_distance, is_colour, keyed, opposite_colour, same, shown

__all__ = [
    "EXACT",
    "LEVELS",
    "MAX_ANSWER",
    "UNIT_BEHIND",
    "YEARS",
    "Amount",
    "Tolerance",
    "Unit",
    "Word",
    "alike",
    "amounts",
    "as_number",
    "claims_name",
    "colour_distance",
    "committed",
    "contradicts_itself",
    "converted",
    "countries_of",
    "date_spans",
    "doubts",
    "evades",
    "evades_more",
    "find_refusal",
    "find_unit",
    "folded",
    "has_unit",
    "is_colour",
    "is_null",
    "keyed",
    "leaves_name_open",
    "leaves_number_open",
    "left_over",
    "lists_candidates",
    "names",
    "number_in",
    "only_bounds",
    "opposite_colour",
    "phrase",
    "places",
    "retractions",
    "same",
    "same_place",
    "segments",
    "shown",
    "single_amounts",
    "spaced",
    "stands",
    "states",
    "unit_behind",
    "without_negations",
    "words",
]
