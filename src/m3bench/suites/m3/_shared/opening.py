"""Opening hours as fields of a form."""

from __future__ import annotations

import re

from m3bench.checks import Expected
from m3bench.core import AnswerField, FieldType

_TIME = re.compile(r"\d{1,2}:\d{2}")
_ALL_DAY = "Open 24 hours"


def hours_field(name: str, whose: str, weekday: str) -> AnswerField:
    """A list of spans. `whose` names the place without naming it: `that market`."""
    return AnswerField(
        name,
        FieldType.RECORD,
        f"when {whose} is open on {weekday}: one entry for each span, 00:00 to 24:00 if it never closes, "
        "an empty list if it stays closed or there is no such place",
        many=True,
        fields=(
            AnswerField("opens", FieldType.TIME, "when it opens"),
            AnswerField("closes", FieldType.TIME, "when it closes"),
        ),
    )


def expected_hours(hours: str) -> Expected:
    """From the hours of a day as google-maps words them: `12:00 – 15:00, 18:00 – 23:00`, `Closed`."""
    if hours == _ALL_DAY:
        always = Expected("00:00", grounds=(_ALL_DAY,))
        return Expected(rows=({"opens": always, "closes": always},))
    times = _TIME.findall(hours)
    spans = zip(times[::2], times[1::2], strict=True)
    return Expected(rows=tuple({"opens": Expected(first), "closes": Expected(last)} for first, last in spans))
