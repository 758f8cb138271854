"""Which values of a field count as the expected one, and which never do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import Expected, Tolerance
from m3bench.checks.fields import mismatch
from m3bench.core import AnswerField, FieldType

APPLES = Expected(items=(Expected("Fuji"), Expected("Gala")))
CENT = Tolerance(absolute=0.006)


def field(kind: FieldType, unit: str | None = None, **more: Any) -> AnswerField:
    return AnswerField("value", kind, "what is asked for", unit, **more)


def timed(meaning: str) -> AnswerField:
    return AnswerField("time", FieldType.TIME, meaning)


NUMBER, NAME, CODE, TEXT = FieldType.NUMBER, FieldType.NAME, FieldType.CODE, FieldType.TEXT
DATE, TIME, DURATION, YES_NO = FieldType.DATE, FieldType.TIME, FieldType.DURATION, FieldType.YES_NO

RIGHT = [
    (field(NUMBER), Expected(12), 12),
    (field(NUMBER), Expected(12), 12.0),
    (field(NUMBER), Expected(12), "12"),
    (field(NUMBER), Expected(12), "twelve"),
    (field(NUMBER), Expected(12), "12 departments"),
    (field(NUMBER), Expected(12), "about 12"),
    (field(NUMBER), Expected(12), "12, as listed, in all"),
    (field(NUMBER), Expected(1234.5, tolerance=CENT), "1,234.50"),
    (field(NUMBER, "USD"), Expected(8.7, tolerance=CENT), "$8.70"),
    (field(NUMBER, "USD"), Expected(8.7, tolerance=CENT), "8.70 US dollars"),
    (field(NUMBER, "USD"), Expected(8.7, tolerance=CENT), "USD 8.70"),
    (field(NUMBER, "USD"), Expected(3_200_000), "$3.2 million"),
    (field(NUMBER, "%"), Expected(-3.2), "-3.2 %"),
    (field(NUMBER, "%"), Expected(-3.2), "declined by 3.2%"),
    (field(NUMBER, "%"), Expected(-3.2), "down 3.2 percent"),
    (field(NUMBER, "%"), Expected(3.2), "+3.2%"),
    (field(NUMBER, "km"), Expected(1.5), "1500 m"),
    (field(NUMBER, "kg"), Expected(0.25), "250 g"),
    (field(NUMBER, "°C"), Expected(20), "20 °C"),
    (field(NUMBER, "°C"), Expected(20), "68 °F"),
    (field(DURATION, "minutes"), Expected(83), 83),
    (field(DURATION, "minutes"), Expected(83), "1 h 23 min"),
    (field(DURATION, "minutes"), Expected(83), "1 hour and 23 minutes"),
    (field(DURATION, "minutes"), Expected(83), "1h23m"),
    (field(DURATION, "minutes"), Expected(83), "1:23"),
    (field(DURATION, "minutes"), Expected(83), "83 min"),
    (field(DURATION, "minutes"), Expected(83), "PT1H23M"),
    (field(DURATION, "hours"), Expected(1.5), "90 minutes"),
    (field(DATE), Expected("2024-03-05"), "2024-03-05"),
    (field(DATE), Expected("2024-03-05"), "March 5, 2024"),
    (field(DATE), Expected("2024-03-05"), "5 March 2024"),
    (field(DATE), Expected("2024-03-05"), "Tuesday, 5th of March 2024"),
    (field(DATE), Expected("2024-03-25"), "03/25/2024"),
    (field(DATE), Expected("2024"), "2024-03-05"),
    (field(DATE), Expected("2024"), 2024),
    (field(TIME), Expected("14:05"), "2:05 pm"),
    (field(TIME), Expected("14:05"), "14:05:00"),
    (field(TIME), Expected("2025-11-05T14:05-05:00"), "14:05"),
    (field(TIME), Expected("2025-11-05 14:05:30"), "2:05 pm"),
    (field(TIME), Expected("14:05"), "2025-11-05T14:05:00Z"),
    (field(DATE), Expected("2025-11-05"), "2025-11-05 14:05 UTC"),
    (field(DATE), Expected("2025-11-05T14:05:00+01:00"), "2025-11-05"),
    (timed("the local time"), Expected("2025-11-05T17:30+00:00"), "2025-11-05T17:30+00:00"),
    (field(TIME), Expected("12:00"), "noon"),
    (field(YES_NO), Expected(True), True),
    (field(YES_NO), Expected(True), "Yes"),
    (field(YES_NO), Expected(False), "no"),
    (field(YES_NO), Expected(False), "No, there is nothing that eats it."),
    (field(NAME), Expected("Notre-Dame de Paris", ("Notre-Dame",)), "notre dame"),
    (field(NAME), Expected("Bald eagle"), "the bald eagles"),
    (field(NAME), Expected("Bald eagle"), "Bald eagle (Haliaeetus leucocephalus)"),
    (field(NAME), Expected("Köln", ("Cologne",)), "Koln"),
    (field(NAME), Expected("T-shirt"), "tshirt"),
    (field(NAME), Expected("Johnson & Johnson"), "Johnson and Johnson"),
    (field(CODE), Expected("9780306406157"), "978-0-306-40615-7"),
    (field(CODE), Expected("9780306406157"), "ISBN 978-0-306-40615-7"),
    (field(CODE), Expected("1792946"), 1792946),
    (field(CODE), Expected("B0-7X"), "b07x"),
    (field(TEXT), Expected("Purchase, Ada Fund, 1988"), "purchase Ada Fund 1988"),
    (
        field(FieldType.CHOICE, choices=("over the counter", "prescription")),
        Expected("over the counter", ("OTC",)),
        "OTC",
    ),
    (field(NAME, many=True), APPLES, ["gala", "Fuji"]),
    (field(NAME, many=True), APPLES, "Fuji and Gala"),
    (field(NAME, many=True), Expected(items=(Expected("Fuji"),)), "Fuji"),
    (
        field(FieldType.CHOICE, many=True, choices=("north", "south")),
        Expected(items=(Expected("north"), Expected("south"))),
        "both",
    ),
    (field(NAME, many=True), Expected(items=(Expected("Ulm, Donau"), Expected("Graz"))), "Graz; Ulm, Donau"),
    (field(NAME, many=True), APPLES, "1. Gala\n2. Fuji"),
    (field(NAME, many=True), APPLES, '["Gala", "Fuji"]'),
    (field(NUMBER), Expected(-5), "_-5_"),
    (field(NUMBER, "days"), Expected(7), "seven working days"),
    (field(NUMBER), Expected(12), ["**12**"]),
    (field(DATE), Expected("2025-11-05"), "2025-11-05 (Wednesday)"),
    (field(DATE), Expected("2025-11-05"), "on Wednesday, 5 November 2025"),
    (timed("the local time"), Expected("14:05"), "14:05 local time"),
    (timed("the local time"), Expected("14:05"), "14:05 (CET)"),
    (timed("the time in Vancouver"), Expected("14:05"), "14:05 PST"),
    (timed("the time in Vancouver"), Expected("14:05"), "2:05 pm (America/Vancouver)"),
    (timed("when it begins, in UTC"), Expected("14:05"), "14:05 UTC"),
    (timed("when it begins, in UTC"), Expected("14:05"), "14:05 GMT"),
    (field(YES_NO), Expected(False), "**No**, it is not."),
    (field(NAME), Expected("Chisinau"), "Chisinau, Moldova"),
    (field(NAME), Expected("Chisinau"), "Chișinău (Republic of Moldova)"),
    (field(NAME), Expected("Munich, Germany"), "Munich"),
    (field(NAME), Expected("Zonewright Oy"), "Zonewright"),
    (field(NAME), Expected("Bluepost Domains S.A.S."), "Bluepost Domains"),
    (field(NAME), Expected("Lord of the Rings"), "The Lord of Rings"),
    (field(NAME), Expected("Dune"), "**Dune**"),
    (field(NAME), Expected("Dune"), "It is [Dune](https://films.example/dune)."),
    (field(NAME), Expected("Tom & Sons"), "Tom &amp; Sons"),
    (field(CODE), Expected("B0-7X"), "`B0‑7X`"),
    (field(CODE), Expected("B0-7X"), "Value: B0-7X"),
    (field(NAME), Expected(), "**none**"),
    (field(NAME), Expected(), None),
    (field(NAME), Expected(), "not found"),
    (field(NAME, many=True), Expected(items=()), []),
]  # fmt: skip

WRONG = [
    (field(NUMBER), Expected(12), 13),
    (field(NUMBER), Expected(12), "12 or 13"),
    (field(NUMBER), Expected(12), "12, 13, 14"),
    (field(NUMBER), Expected(12), "10-14"),
    (field(NUMBER), Expected(12), "not 12"),
    (field(NUMBER), Expected(12), "at least 12"),
    (field(NUMBER), Expected(12), "maybe 12"),
    (field(NUMBER), Expected(12), "12?"),
    (field(NUMBER), Expected(12), [12, 13]),
    (field(NUMBER), Expected(12), True),
    (field(NUMBER), Expected(1), True),
    (field(NUMBER), Expected(12), None),
    (field(NUMBER), Expected(12), {"value": 12}),
    (field(NUMBER), Expected(12), "Quorble, Zanthe, 12, Mirrow, Teldis"),
    (field(NUMBER), Expected(12), "tea; milk; 12; bread"),
    (field(NUMBER, "USD"), Expected(8.7), "8.70 €"),
    (field(NUMBER, "USD"), Expected(8.7), "8.70 kg"),
    (field(NUMBER, "%"), Expected(-3.2), "3.2%"),
    (field(NUMBER, "%"), Expected(3.2), "fell by 3.2%"),
    (field(NUMBER, "km"), Expected(1.5), "1.5 miles"),
    (field(DURATION, "minutes"), Expected(83), "1 h 24 min"),
    (field(DURATION, "minutes"), Expected(83), "1 h 23 min or 1 h 25 min"),
    (field(DURATION, "minutes"), Expected(83), "83 hours"),
    (field(DATE), Expected("2024-03-05"), "2024-03-06"),
    (field(DATE), Expected("2024-03-05"), "2024"),
    (field(DATE), Expected("2024-03-05"), "03/05/2024"),
    (field(DATE), Expected("2024-03-05"), "2024-03-05 or 2024-03-06"),
    (field(DATE), Expected("2024-02-30"), "2024-02-30"),
    (field(TIME), Expected("14:05"), "2:05"),
    (field(TIME), Expected("14:05"), "2025-11-05T14:06Z"),
    (field(TIME), Expected("14:05"), "2025-11-05T14:05Z or 15:05"),
    (field(DATE), Expected("2025-11-05T14:05Z"), "2025-11-06"),
    (field(DATE), Expected("2025-11-05"), "2025-11-05T14:05Z or 2025-11-06"),
    (field(TIME), Expected("14:05"), "2:05 am"),
    (timed("the local time"), Expected("2025-11-05T17:30+02:00"), "2025-11-05T17:30+00:00"),
    (field(YES_NO), Expected(True), False),
    (field(YES_NO), Expected(True), "yes and no"),
    (field(YES_NO), Expected(True), "no, but yes in a way"),
    (field(YES_NO), Expected(True), "it depends"),
    (field(YES_NO), Expected(False), None),
    (field(NAME), Expected("Bald eagle"), "Golden eagle"),
    (field(NAME), Expected("Bald eagle"), "not a bald eagle"),
    (field(NAME), Expected("Bald eagle"), "Bald eagle or golden eagle"),
    (field(NAME), Expected("Bald eagle"), "Bald eagle, golden eagle"),
    (field(NAME), Expected("Bald eagle"), "Bald eagle / osprey"),
    (field(NAME), Expected("Bald eagle"), ["Bald eagle"] * 2),
    (field(NAME), Expected("12"), "1 2"),
    (field(CODE), Expected("9780306406157"), "9780306406158"),
    (field(CODE), Expected("1.2.3"), "12.3"),
    (field(CODE), Expected("9780306406157"), "9780306406157 9780306406158"),
    (field(TEXT), Expected("Purchase, Ada Fund, 1988"), "not purchase, Ada Fund, 1988"),
    (field(TEXT), Expected("Purchase, Ada Fund, 1988"), "Gift of Ada Lovelace, 1988"),
    (field(TEXT), Expected("Purchase, Ada Fund, 1988"), "Purchase, Ada Fund, 1988 " + "and all else " * 9),
    (field(FieldType.CHOICE, choices=("rise", "fall")), Expected("rise"), "rise and fall"),
    (field(NAME, many=True), APPLES, '["Gala", "Fuji", "Elstar"]'),
    (field(NUMBER), Expected(5), "_-5_"),
    (field(NUMBER, "days"), Expected(7), "six working days"),
    (field(NUMBER), Expected(12), ["**12**", "13"]),
    (field(NUMBER), Expected(12), "~~12~~"),
    (field(NUMBER), Expected(12), "~~12~~ 13"),
    (field(DATE), Expected("2025-11-05"), "2025-11-05 (Thursday)"),
    (field(DATE), Expected("2025-11-05"), "Wednesday, 6 November 2025"),
    (timed("the local time"), Expected("14:05"), "14:05 UTC"),
    (timed("the local time"), Expected("14:05"), "14:05 somewhere"),
    (timed("the local time"), Expected("14:05"), "14:05 or 15:05"),
    (timed("the local time"), Expected("14:05"), "2025-11-05T14:05Z"),
    (timed("the time in Vancouver"), Expected("14:05"), "14:05 CET"),
    (timed("when it begins, in UTC"), Expected("14:05"), "14:05 local time"),
    (timed("when it begins, in UTC"), Expected("14:05"), "14:05 CET"),
    (field(YES_NO), Expected(True), "Yes, or no."),
    (field(NAME), Expected("Chisinau"), "Chisinau, Romania"),
    (field(NAME), Expected("Chisinau"), "Chisinau, Moldova and Iași"),
    (field(NAME), Expected("Paris, Texas"), "Paris"),
    (field(NAME), Expected("Paris"), "Paris, Texas"),
    (field(NAME), Expected("Paris, Texas"), "Paris, France"),
    (field(NAME), Expected("San Fernando, Andalucía, Spain"), "San Fernando"),
    (field(NAME), Expected("Zonewright Oy"), "Zonewright GmbH"),
    (field(NAME), Expected("Zonewright Oy"), "Zonewright Services"),
    (field(NAME), Expected("Zonewright"), "Zonewright Oy"),
    (field(NAME), Expected("Vitamin A"), "Vitamin"),
    (field(NAME), Expected("Blood group AB"), "Blood group"),
    (field(NAME), Expected("Bicycle Helmet, S"), "Bicycle Helmet"),
    (field(NAME), Expected("A Wonderful Life"), "It's a Wonderful Life"),
    (field(NAME), Expected("Dune"), "It is not Dune."),
    (field(NAME), Expected("Dune"), "**Dune** **Emma**"),
    (field(CODE), Expected("B0-7X"), "Other: B0-7X"),
    (field(TEXT), Expected("version 3.2.2"), "version 2.2.3"),
    (field(NAME, many=True), APPLES, ["Fuji"]),
    (field(NAME, many=True), APPLES, ["Fuji", "Gala", "Elstar"]),
    (field(NAME, many=True), APPLES, ["Fuji", "Fuji"]),
    (field(NAME, many=True), APPLES, "Fuji or Gala"),
    (field(NAME, many=True, ordered=True), APPLES, ["Gala", "Fuji"]),
    (field(NAME), Expected(), "Fuji"),
    (field(NAME, many=True), Expected(items=()), ["Fuji"]),
]  # fmt: skip


@pytest.mark.parametrize(("where", "expected", "found"), RIGHT, ids=lambda each: repr(each)[:40])
def test_a_fair_spelling_is_right(where: AnswerField, expected: Expected, found: Any) -> None:
    assert mismatch(where, expected, found) is None


@pytest.mark.parametrize(("where", "expected", "found"), WRONG, ids=lambda each: repr(each)[:40])
def test_what_is_not_one_right_value_is_wrong(where: AnswerField, expected: Expected, found: Any) -> None:
    assert mismatch(where, expected, found) is not None


ROWS = AnswerField(
    "goods",
    FieldType.RECORD,
    "the goods",
    many=True,
    fields=(AnswerField("name", NAME, "its name"), AnswerField("price", NUMBER, "its price", "USD")),
)
TWO_ROWS = Expected(
    rows=(
        {"name": Expected("Fuji"), "price": Expected(1.25)},
        {"name": Expected("Gala"), "price": Expected(0.99)},
    )
)


@pytest.mark.parametrize(
    "found",
    [
        [{"name": "Gala", "price": 0.99}, {"name": "fuji", "price": "$1.25"}],
        {"Fuji": 1.25, "Gala": 0.99},
        [{"Name": "Gala", "Price": 0.99, "note": "fresh"}, {"name": "Fuji", "price": 1.25}],
    ],
)
def test_rows_match_in_any_order(found: Any) -> None:
    assert mismatch(ROWS, TWO_ROWS, found) is None


@pytest.mark.parametrize(
    "found",
    [
        [{"name": "Gala", "price": 1.25}, {"name": "Fuji", "price": 0.99}],
        [{"name": "Gala", "price": 0.99}],
        [{"name": "Gala", "price": 0.99}, {"name": "Fuji", "price": 1.25}, {"name": "Elstar", "price": 2}],
        [{"name": "Gala", "price": [0.99, 1.25]}, {"name": "Fuji", "price": 1.25}],
        "Fuji 1.25, Gala 0.99",
        None,
        [None, None],
    ],
)
def test_rows_that_differ_do_not_match(found: Any) -> None:
    assert mismatch(ROWS, TWO_ROWS, found) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from([each for each, _, _ in RIGHT]), st.sampled_from([each for _, each, _ in RIGHT]), JSON)
def test_nothing_that_is_handed_in_breaks_the_comparison(
    where: AnswerField, expected: Expected, found: Any
) -> None:
    if where.many != (expected.items is not None) or (expected.value is None) != expected.is_null:
        return
    try:
        float(str(expected.value)) if where.type in (NUMBER, DURATION) else None
    except ValueError:
        return
    reason = mismatch(where, expected, found)
    assert reason is None or reason.startswith(("is ", "has "))


@given(st.floats(-1e6, 1e6), st.floats(0.5, 1e5))
def test_a_number_and_another_is_never_a_number(value: float, apart: float) -> None:
    numbers = field(NUMBER)
    expected = Expected(round(value, 3))
    assert mismatch(numbers, expected, round(value, 3)) is None
    assert mismatch(numbers, expected, round(value, 3) + apart) is not None
    assert mismatch(numbers, expected, f"{round(value, 3)} or {round(value + apart, 3)}") is not None
