"""Of many numbers of a kind in prose, the last one is the answer."""

from __future__ import annotations

import pytest

from m3bench.checks import Quantity
from m3bench.checks.answers.quantities import stated

PRICE = Quantity(44, unit=("GBP", "£"))
EVERY = range(10, 121)


@pytest.mark.parametrize(
    "text",
    [
        "It costs 44 GBP.",
        "The chair is 60 GBP, less 16 GBP: it costs 44 GBP.",
        "A chair is 12 GBP. A lamp is 15 GBP. A rug is 11 GBP. Delivery is 6 GBP. In all that makes 44 GBP.",
    ],
)
def test_the_number_is_stated(text: str) -> None:
    assert stated(PRICE, 44, text)[0]


@pytest.mark.parametrize(
    "text",
    [
        ", ".join(f"{price} GBP" for price in EVERY),
        " ".join(f"{price} GBP" for price in EVERY),
        "\n".join(f"Shop {chr(55 + price)} offers it for {price} GBP" for price in EVERY),
        "A chair is 12 GBP. A lamp is 44 GBP. A rug is 11 GBP. Delivery is 6 GBP. In all that makes 73 GBP.",
        "It costs 45 GBP.",
    ],
)
def test_a_list_of_candidates_states_none(text: str) -> None:
    assert not stated(PRICE, 44, text)[0]
