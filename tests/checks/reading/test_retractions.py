"""What takes an answer back, and what only sounds like it."""

from __future__ import annotations

import pytest

from m3bench.checks.reading import doubts, find_refusal, retractions


@pytest.mark.parametrize(
    "text",
    [
        "Actually, all of the above is wrong; ignore it.",
        "Please disregard this answer.",
        "Ignore the previous values.",
        "Ignore everything above.",
        "Don't trust these numbers.",
        "Do not rely on this.",
        "Everything above is just made up.",
        "None of this is true.",
        "Nothing of the above has been verified.",
        "This answer was only a guess.",
        "My values are completely wrong.",
        "I made it up.",
        "I made this all up",
        "I just guessed all of it!",
        "I take that back.",
        "Scratch that.",
        "The opposite is true.",
    ],
)
def test_words_that_take_back(text: str) -> None:
    assert list(retractions(f"The total is 5. {text}"))


@pytest.mark.parametrize(
    "text",
    [
        "Everything above is correct.",
        "All of this is in the file.",
        "I ignored the two cancelled orders.",
        "Ignore the warning that it printed; it is harmless.",
        "You can forget the umbrella.",
        "The values of row 4 were wrong, so I corrected them in the sheet.",
        "I made it to the last page.",
        "I made these three folders.",
        "Do not use the lift in case of fire.",
        "The form is signed. The result is a PDF.",
        "It is false that the shop is closed.",
        "None of the shops is open.",
    ],
)
def test_words_that_do_not(text: str) -> None:
    assert not list(retractions(f"The total is 5. {text}"))


@pytest.mark.parametrize(
    "text", ["I am sorry.", "I could not open it.", "I can't do that", "I don't know.", "I'm afraid not."]
)
def test_refusals(text: str) -> None:
    assert find_refusal(text)


@pytest.mark.parametrize(
    "text", ["Done.", "It cannot be later than 5.", "The shop could not be open on Sunday."]
)
def test_no_refusals(text: str) -> None:
    assert find_refusal(text) is None


@pytest.mark.parametrize(
    ("remark", "doubted"),
    [
        ("I am not sure", True),
        ("probably", True),
        ("or Shenzhen", True),
        ("I think", True),
        ("isn't verified", True),
        ("not confirmed", True),
        ("a guess", True),
        ("really?", True),
        ("Hungary", False),
        ("not organic", False),
        ("no longer sold", False),
        ("since 1999", False),
    ],
)
def test_remarks_that_doubt(remark: str, doubted: bool) -> None:
    assert doubts(remark) is doubted
