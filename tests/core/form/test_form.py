"""How a form is shown to a model."""

from __future__ import annotations

from m3bench.core import AnswerField, AnswerForm, FieldType

STOPS = AnswerField(
    "stops",
    FieldType.RECORD,
    "every stop",
    many=True,
    ordered=True,
    fields=(
        AnswerField("town", FieldType.NAME, "its name"),
        AnswerField("arrival", FieldType.TIME, "when the train arrives"),
    ),
)
FORM = AnswerForm((AnswerField("distance", FieldType.NUMBER, "the length of the way", unit="km"), STOPS))


def test_the_template_is_an_object_with_blanks() -> None:
    assert FORM.template().splitlines() == [
        "{",
        '  "distance": <the length of the way (in km)>,',
        (
            '  "stops": [{"town": <its name>, "arrival": <when the train arrives (as HH:MM, 24 hours)>} '
            "/* every stop (in this order) */, …]"
        ),
        "}",
    ]


def test_the_outline_has_the_same_fields_and_no_json() -> None:
    assert FORM.outline().splitlines() == [
        "- distance: the length of the way (in km)",
        "- stops (a list): every stop (in this order)",
        "  - town: its name",
        "  - arrival: when the train arrives (as HH:MM, 24 hours)",
    ]
    assert not set('{}[]"<>') & set(FORM.outline())
