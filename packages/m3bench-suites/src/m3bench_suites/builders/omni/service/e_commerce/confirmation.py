"""A confirmation of an order as lines of a page, and where its words are."""

from __future__ import annotations

from functools import cached_property

from m3bench_suites.builders.omni.service._shared import Caller

_MM = 72 / 25.4
_LEFT, _TOP, _LINE = 11 * _MM, 10 * _MM, 7 * _MM
_SIZE = 11
Area = tuple[float, float, float, float]


class Confirmation:
    """Name and address stand in the head; the surname stands in the letter as well."""

    def __init__(self, caller: Caller) -> None:
        order, customer = caller.record, caller.customer
        self.surname = caller.name.split()[-1]
        self.listed = (caller.name, customer["address"]["street"], customer["email"], customer["phone"])
        self._labels = ("Customer", "Street", "E-mail", "Telephone")
        heads = [f"{label}: {text}" for label, text in zip(self._labels, self.listed, strict=True)]
        goods = [
            f"{item['quantity']} x {item['name']} at {item['unit_price_cents'] / 100:.2f}"
            for item in order["items"]
        ]
        self._greeting = f"Dear {caller.name[0]}. "
        self._handed = "The parcel was handed to the neighbours of the family "
        self.lines = [
            caller.company.name,
            f"Confirmation of order {order['id']}",
            "",
            *heads,
            "",
            f"{self._greeting}{self.surname},",
            f"thank you for your order of {order['placed_at'][:10]}. We sent you:",
            *goods,
            f"Total: {order['total_cents'] / 100:.2f} {order['currency']}",
            "",
            f"{self._handed}{self.surname}.",
        ]

    @property
    def head_areas(self) -> list[Area]:
        """The insides of what the head lists."""
        return [
            self._area(3 + place, f"{self._labels[place]}: ", text) for place, text in enumerate(self.listed)
        ]

    @property
    def other_areas(self) -> list[Area]:
        """The insides of the surname in the greeting and in the last line."""
        last = len(self.lines) - 1
        return [self._area(8, self._greeting, self.surname), self._area(last, self._handed, self.surname)]

    @property
    def kept_areas(self) -> list[Area]:
        """Lines that must stay: the number of the order, the goods and the total."""
        return [(_LEFT, _TOP + place * _LINE, 300.0, _LINE) for place in (1, 9, len(self.lines) - 3)]

    def _area(self, line: int, before: str, text: str) -> Area:
        left = _LEFT + self._width(before)
        middle = _TOP + (line + 0.5) * _LINE
        return (left + 2, middle - 3, self._width(text) - 4, 6.0)

    def _width(self, text: str) -> float:
        return float(self._writer.get_string_width(text))

    @cached_property
    def _writer(self):  # type: ignore[no-untyped-def]
        from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

        writer = FPDF(unit="pt")
        writer.set_font("Helvetica", size=_SIZE)
        return writer
