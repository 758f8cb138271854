"""Which texts state a phrase, and which only list it among every candidate."""

from __future__ import annotations

import pytest

from m3bench.checks.reading import states

POUNDS = [f"{amount} GBP" for amount in range(10, 121)]
DAYS = [f"{day} November" for day in range(1, 31)]


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("44 GBP", "The price is 44 GBP, and delivery is 5 GBP."),
        ("44 GBP", "It costs GBP 44."),
        ("44 GBP", "It costs £44.00."),
        ("44 GBP", "Before it was 60 GBP, less 16 GBP: 44 GBP."),
        ("7 working days", "It takes seven working days."),
        ("seven working days", "It takes 7 working days."),
        ("the stocktaking", "Receipts of stocktaking are attached."),
        ("a receipt", "The receipt is attached."),
        ("82.81", "The total is 82.81 EUR; claim 4945."),
        ("17 November", "We meet on 17 November at 14:00, and again on 1 December."),
        ("14:00", "From 14:00 to 15:30, in room Elm."),
        ("dented|damaged", "The can was damaged: refund it."),
        ("Elm", "Could we meet in Elm, please?"),
        ("2025-6236", "Invoice 2025-6236 replaces 2025-6101."),
        ("All 8 vases", "All 8 vases are sold."),
    ],
)
def test_a_text_states_a_phrase(phrase: str, text: str) -> None:
    assert states(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("44 GBP", "The price is 45 GBP."),
        ("44 GBP", "It costs 44 EUR."),
        ("44 GBP", "It costs €44."),
        ("44 GBP", ", ".join(POUNDS)),
        ("44 GBP", " ".join(POUNDS)),
        ("44 GBP", "\n".join(f"It costs {pounds}." for pounds in POUNDS)),
        ("7 working days", "It takes six working days."),
        ("7 working days", "It takes 5 working days, 6 working days, 7 working days or 8 working days."),
        ("the stocktaking", "Receipts of the stockroom are attached."),
        ("the stocktaking", "Travel, training, stocktaking, postage, repairs, catering"),
        ("82.81", "80.81 81.81 82.81 83.81 84.81"),
        ("6", "1, 2, 3, 4, 5, 6, 7"),
        ("17 November", "\n".join(DAYS)),
        ("14:00", "12:00, 13:00, 14:00, 15:00, 16:00"),
        ("SO-21591", "SO-21589, SO-21590, SO-21591, SO-21592"),
        ("Elm", "Oak\nElm\nAsh\nYew\nFir"),
        ("All 8 vases", "\n".join(f"All {count} vases" for count in range(1, 9))),
    ],
)
def test_a_list_of_candidates_states_nothing(phrase: str, text: str) -> None:
    assert not states(phrase, text)
