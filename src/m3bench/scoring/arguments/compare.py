"""Similarity of two values of a field: 1 if they mean the same, 0 if they contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from m3bench.scoring.arguments.dates import Moment, read_date, read_duration, read_timestamp
from m3bench.scoring.arguments.fields import Coordinates, flatten, kind_by_position
from m3bench.scoring.arguments.forms import (
    Point,
    code_form,
    folded,
    path_form,
    read_number,
    read_point,
    same_path,
    url_form,
)
from m3bench.scoring.arguments.kinds import Kind, kind_of
from m3bench.scoring.arguments.pairing import best_pairs
from m3bench.scoring.arguments.roles import field_importance
from m3bench.scoring.arguments.words import bag_overlap, name_similarity, overlap, read_words, text_similarity

_Comparer = Callable[[Any, Any], float]

NEAR_POINT, FAR_POINT = 0.002, 0.02
"""Degrees up to which two points are the same, and beyond which they differ."""
_CLOSE = 1e-3
_FAR = 0.05
_CENT = 0.005
_MINUTE, _DAY = 60, 86_400
_BOX_AGREES = 0.85
_CHANGED_NUMBERS = 0.6
_ELSEWHERE = 0.3


def compare_values(kind: Kind, left: Any, right: Any, cosine: float | None = None) -> float:
    """Return the similarity in [0, 1] of a reference value and a predicted value, compared as ``kind``.

    ``cosine`` is the encoder's similarity of two texts, if known.
    """
    if (isinstance(left, list) or isinstance(right, list)) and _is_single(left) and _is_single(right):
        return compare_values(_scalar_kind(kind, left), _only(left), _only(right), cosine)
    if kind in _TEXTS and isinstance(left, str) and isinstance(right, str):
        return _TEXTS[kind](left, right, cosine)
    return _COMPARERS.get(kind, _same_text)(left, right)


def _is_single(value: Any) -> bool:
    return not isinstance(value, list | tuple | dict) or (isinstance(value, list) and len(value) == 1)


def _only(value: Any) -> Any:
    return value[0] if isinstance(value, list) else value


def _scalar_kind(kind: Kind, value: Any) -> Kind:
    """Return the kind of the item: a value and a list of one value are the same request."""
    if kind not in (Kind.SET, Kind.NUMBERS, Kind.SEQUENCE) or not isinstance(value, list):
        return kind
    return kind_of("", value[0], {})


def _text(left: str, right: str, cosine: float | None) -> float:
    if folded(left) == folded(right):
        return 1.0
    return text_similarity(read_words(left), read_words(right), cosine)


def _name(left: str, right: str, cosine: float | None) -> float:
    if folded(left) == folded(right):
        return 1.0
    return name_similarity(read_words(left), read_words(right), cosine)


def _place(left: str, right: str, cosine: float | None) -> float:
    """Compare places by name, then by the region after the comma: ``Belmar, NJ`` is in New Jersey."""
    (one, _, region), (other, _, its_region) = folded(left).partition(","), folded(right).partition(",")
    if read_words(one).words != read_words(other).words:
        return _other_place(left, right, cosine)
    if region.strip() and its_region.strip():
        return 1.0 if _same_region(region, its_region) else _ELSEWHERE
    missing = region.strip() or its_region.strip()
    return name_similarity(read_words(left), read_words(right), cosine) if _has_digit(missing) else 0.9


def _other_place(left: str, right: str, cosine: float | None) -> float:
    """Compare places with different names: similar only if one contains the name of the other."""
    one, other = read_words(left), read_words(right)
    heads = [read_words(folded(text).partition(",")[0]) for text in (left, right)]
    named = heads[0].words <= other.words or heads[1].words <= one.words or overlap(*heads) > 0.5
    similarity = name_similarity(one, other, cosine)
    return similarity if named else min(similarity, _ELSEWHERE)


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _same_region(left: str, right: str) -> bool:
    one, other = read_words(left).words, read_words(right).words
    return bool(one & other) or _abbreviates(left, right) or _abbreviates(right, left)


def _abbreviates(short: str, whole: str) -> bool:
    letters, words = short.strip(" ."), whole.replace(",", " ").split()
    initials = "".join(word[0] for word in words)
    return len(letters) in (2, 3) and (initials.startswith(letters) or words[0].startswith(letters))


def _code(left: Any, right: Any) -> float:
    return float(code_form(written(left)) == code_form(written(right)))


def _path(left: Any, right: Any) -> float:
    return float(same_path(path_form(str(left)), path_form(str(right))))


def _url(left: Any, right: Any) -> float:
    return float(url_form(str(left)) == url_form(str(right)))


def _numeric(compare: Callable[[float, float], float]) -> _Comparer:
    """Return what compares two values as numbers, and as texts if one is none."""

    def compare_parsed(left: Any, right: Any) -> float:
        one, other = _number(left), _number(right)
        return _same_text(left, right) if one is None or other is None else compare(one, other)

    return compare_parsed


def _measured(left: float, right: float) -> float:
    """1 up to a relative difference of 0.001, falling to 0.5 at 0.05, then 0."""
    apart = abs(left - right) / max(abs(left), abs(right), 1e-12)
    return 1.0 if apart <= _CLOSE else 1.0 - 0.5 * apart / _FAR if apart <= _FAR else 0.0


def _size(left: float, right: float) -> float:
    """The smaller divided by the larger."""
    if left == right:
        return 1.0
    return min(left, right) / max(left, right) if left > 0 and right > 0 else 0.0


def _date(left: Any, right: Any) -> float:
    one, other = _moment(left), _moment(right)
    if one is None or other is None:
        return _same_text(left, right)
    if one[1] is None or other[1] is None:
        return float(one[0] == other[0])
    apart = abs((one[0] - other[0]) * _DAY + one[1] - other[1])
    return 1.0 if apart <= _MINUTE else 0.6 if apart <= _MINUTE * 60 else 0.0


def _moment(value: Any) -> Moment | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return read_timestamp(value)
    return read_date(value) if isinstance(value, str) else None


def _duration(left: Any, right: Any) -> float:
    one, other = read_duration(written(left)), read_duration(written(right))
    return _same_text(left, right) if one is None or other is None else _measured(one, other)


def _point(left: Any, right: Any) -> float:
    """1 for the same location, falling to 0.8 at the limit of the tolerance, then 0."""
    one, other = _as_point(left), _as_point(right)
    if one is None or other is None:
        return 0.0
    apart = max(abs(one[0] - other[0]), min(abs(one[1] - other[1]), 360 - abs(one[1] - other[1])))
    if apart <= NEAR_POINT:
        return 1.0
    return 1.0 - 0.2 * (apart - NEAR_POINT) / (FAR_POINT - NEAR_POINT) if apart <= FAR_POINT else 0.0


def _as_point(value: Any) -> Point | None:
    if isinstance(value, str):
        return read_point(value)
    if isinstance(value, dict):
        leaves = (leaf for _, leaf in flatten(value, ""))
        value = next((leaf for leaf in leaves if isinstance(leaf, Coordinates) and len(leaf) == 2), None)
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(x, int | float) for x in value):
        return float(value[0]), float(value[1])
    return None


def _box(left: Any, right: Any) -> float:
    """Intersection over union of two boxes; a few percent of difference are ignored."""
    if not (
        isinstance(left, Coordinates) and isinstance(right, Coordinates) and len(left) == len(right) == 4
    ):
        return 0.0
    width = min(left[2], right[2]) - max(left[0], right[0])
    height = min(left[3], right[3]) - max(left[1], right[1])
    if width <= 0 or height <= 0:
        return float(tuple(left) == tuple(right))
    common = width * height
    together = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (left, right)) - common
    return min(1.0, common / together / _BOX_AGREES)


def _numbers(left: Any, right: Any) -> float:
    """Compare as bags. A different number means a different result."""
    one, other = (Counter(map(_cell, _items(values))) for values in (left, right))
    return 1.0 if one == other else _CHANGED_NUMBERS * bag_overlap(one, other)


def _sequence(left: Any, right: Any) -> float:
    """Compare in order: the mean over the longer list."""
    one, other = _items(left), _items(right)
    longest = max(len(one), len(other))
    return sum(map(_item, one, other)) / longest if longest else 1.0


def _set(left: Any, right: Any) -> float:
    """Compare without order: the best pairs, as a share of the longer list."""
    one, other = _items(left), _items(right)
    longest = max(len(one), len(other))
    return best_pairs(one, other, _item) / longest if longest else 1.0


def _item(left: Any, right: Any) -> float:
    if isinstance(left, dict) and isinstance(right, dict):
        return compare_objects(left, right)
    if isinstance(left, dict) or isinstance(right, dict):
        return 0.0
    if isinstance(left, list) and isinstance(right, list):
        return _sequence(left, right)
    return compare_values(kind_of("", left, {}), left, right)


def compare_objects(left: dict[str, Any], right: dict[str, Any]) -> float:
    """Compare objects in lists key by key; keys that only set a style have little weight."""
    one, other = dict(flatten(left, "")), dict(flatten(right, ""))
    total = weights = 0.0
    for name in sorted(one.keys() | other.keys()):
        value = one.get(name, other.get(name))
        kind = kind_by_position(value) or kind_of(name.rsplit(".", 1)[-1], value, {})
        weight = field_importance("", name, value, kind, has_default=False, requested=lambda: False).weight
        both = name in one and name in other
        similarity = compare_values(kind, one[name], other[name]) if both else 0.0
        weights += weight
        total += weight * similarity
    return total / weights if weights else 1.0


def _table(left: Any, right: Any) -> float:
    """Compare tables by their cells below the header, as bags: headers, columns and order do not matter."""
    return bag_overlap(_cells(left), _cells(right))


def _cells(rows: Any) -> Counter[str]:
    lists = [row for row in _items(rows) if isinstance(row, list | tuple)]
    headed = len(lists) > 1 and all(isinstance(cell, str) for cell in lists[0])
    return Counter(_cell(cell) for row in lists[headed:] for cell in row if cell not in (None, ""))


def _cell(value: Any) -> str:
    """Return the number of a cell, or its words."""
    number = _number(value)
    if number is not None:
        return f"{number:.6g}"
    return " ".join(sorted(read_words(str(value)).words)) if isinstance(value, str) else repr(value)


def _same_text(left: Any, right: Any) -> float:
    """Compare as text: flags, choices, and values that cannot be parsed as their kind."""
    return float(folded(written(left)) == folded(written(right)))


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [value]


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return read_number(value) if isinstance(value, str) else None


def written(value: Any) -> str:
    """Return a value as text; a float without fraction as an integer."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else str(value)


_TEXTS: dict[Kind, Callable[[str, str, float | None], float]] = {
    Kind.TEXT: _text,
    Kind.OTHER: _text,
    Kind.NAME: _name,
    Kind.PLACE: _place,
}
_COMPARERS: dict[Kind, _Comparer] = {
    Kind.CODE: _code,
    Kind.PATH: _path,
    Kind.URL: _url,
    Kind.COUNT: _numeric(lambda left, right: float(left == right)),
    Kind.NUMBER: _numeric(_measured),
    Kind.AMOUNT: _numeric(lambda left, right: float(abs(left - right) <= _CENT)),
    Kind.SIZE: _numeric(_size),
    Kind.DATE: _date,
    Kind.DURATION: _duration,
    Kind.POINT: _point,
    Kind.BOX: _box,
    Kind.NUMBERS: _numbers,
    Kind.SEQUENCE: _sequence,
    Kind.SET: _set,
    Kind.TABLE: _table,
    Kind.OBJECT: _item,
}
