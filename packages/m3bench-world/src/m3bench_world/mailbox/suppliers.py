"""Threads with suppliers."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.mailbox.files import write_csv, write_pdf, write_text
from m3bench_world.mailbox.threads import File, Letter, PostTimes, Thread
from m3bench_world.office import Group, Office, Person

_WARES = written("mailbox", "wares", tuple[str, ...])


class SupplierThreads:
    """Draws what suppliers write about."""

    def __init__(self, chance: Chance, office: Office) -> None:
        self._chance = chance
        self._owner = office.owner
        self._accountant = office.colleague("Accountant")
        self._people = office.group(Group.SUPPLIER)

    def all(self, times: PostTimes) -> list[Thread]:
        """Return a thread for each supplier."""
        kinds = (self._invoice, self._prices, self._delivery, self._reminder, self._shortage)
        found = []
        for number, supplier in enumerate(self._people):
            kind = kinds[number % len(kinds)]
            end = times.last("supplier", number, recent=kind != self._invoice)
            found.append(msgspec.structs.replace(kind(supplier, number, end.date()), end=end))
        return found

    def _amount(self, number: int) -> float:
        return self._chance.whole(18_000, 240_000, "mail", "amount", number) / 100

    def _invoice(self, supplier: Person, number: int, today: date) -> Thread:
        invoice = f"{self._chance.whole(100, 999, 'mail', 'bill', number)}-{today.year}"
        net = self._amount(number)
        gross = round(net * 1.2, 2)
        due = today + timedelta(days=self._chance.pick((7, 14, 21), "mail", "due", number))
        lines = (
            supplier.organization,
            f"To: {self._owner.organization}",
            f"Due: {due.isoformat()}",
            "",
            f"Goods as ordered, net\tGBP {net:.2f}",
            f"VAT 20 %\tGBP {gross - net:.2f}",
            f"Total\tGBP {gross:.2f}",
        )
        bill = File(
            f"invoice-{invoice}.pdf", "application/pdf", lambda: write_pdf(f"Invoice {invoice}", lines)
        )
        text = (
            f"Dear {self._owner.given_name},\n\nplease find our invoice {invoice} attached.\n\n"
            f"{supplier.name}\n{supplier.organization}"
        )
        return Thread(
            "supplier_invoice",
            f"Invoice {invoice} from {supplier.organization}",
            (Letter(supplier, (self._owner,), text, 0, (bill,), (self._accountant,)),),
            {
                "supplier": supplier.address,
                "invoice": invoice,
                "net": net,
                "total": gross,
                "due": due.isoformat(),
            },
            folder="suppliers",
        )

    def _prices(self, supplier: Person, number: int, today: date) -> Thread:
        start = today + timedelta(days=self._chance.whole(10, 40, "mail", "from", number))
        prices = {
            ware: self._chance.whole(150, 9_000, "mail", "price", number, ware) / 100 for ware in _WARES[:5]
        }
        rows = [("ware", "unit price GBP"), *((ware, f"{price:.2f}") for ware, price in prices.items())]
        listing = File("price-list.csv", "text/csv", lambda: write_csv(rows))
        text = (
            f"Dear customer,\n\nour prices change on {start:%d %B %Y}. The new list is attached. Orders "
            f"that we have before that day are charged at the old prices.\n\n{supplier.name}"
        )
        return Thread(
            "price_list",
            f"New prices from {start:%d %B}",
            (Letter(supplier, (self._owner,), text, 0, (listing,)),),
            {"supplier": supplier.address, "from": start.isoformat(), "prices": prices},
        )

    def _delivery(self, supplier: Person, number: int, today: date) -> Thread:
        ware = self._chance.pick(_WARES, "mail", "ware", number)
        pieces = self._chance.whole(20, 400, "mail", "ware pieces", number)
        day = today + timedelta(days=self._chance.whole(1, 6, "mail", "arrival", number))
        hour = self._chance.whole(8, 15, "mail", "arrival hour", number)
        lines = (
            f"Delivery note of {supplier.organization}",
            f"{pieces} {ware}",
            f"{day.isoformat()} {hour}:00",
        )
        note = File("delivery-note.txt", "text/plain", lambda: write_text(lines))
        text = (
            f"Hello {self._owner.given_name},\n\nour driver comes on {day:%A %d %B} at about {hour}:00 with "
            f"{pieces} {ware}. Somebody has to be at the gate.\n\n{supplier.name}, {supplier.phone}"
        )
        return Thread(
            "delivery_notice",
            f"Delivery of {ware}",
            (Letter(supplier, (self._owner,), text, 0, (note,)),),
            {
                "supplier": supplier.address,
                "ware": ware,
                "pieces": pieces,
                "day": day.isoformat(),
                "hour": hour,
            },
            unread=True,
        )

    def _reminder(self, supplier: Person, number: int, today: date) -> Thread:
        invoice = f"{self._chance.whole(100, 999, 'mail', 'bill', number)}-{today.year}"
        amount = self._amount(number)
        due = today - timedelta(days=self._chance.whole(4, 20, "mail", "overdue", number))
        first = (
            f"Dear {self._owner.given_name},\n\nour invoice {invoice} over GBP {amount:.2f} was due on "
            f"{due.isoformat()}. We see no payment yet.\n\n{supplier.name}"
        )
        answer = f"Hello {supplier.given_name},\n\nI am looking into it.\n\n{self._owner.name}"
        paid = (
            f"{self._owner.given_name}, we paid {invoice} the day after it was due. The bank reference is "
            f"{self._reference(number)}.\n\n{self._accountant.given_name}"
        )
        return Thread(
            "payment_reminder",
            f"Reminder: invoice {invoice}",
            (
                Letter(supplier, (self._owner,), first, 0),
                Letter(self._owner, (supplier,), answer, 4, cc=(self._accountant,)),
                Letter(self._accountant, (self._owner,), paid, 20),
            ),
            {
                "supplier": supplier.address,
                "invoice": invoice,
                "amount": amount,
                "reference": self._reference(number),
            },
        )

    def _reference(self, number: int) -> str:
        return f"FP{self._chance.whole(100_000, 999_999, 'mail', 'reference', number)}"

    def _shortage(self, supplier: Person, number: int, today: date) -> Thread:
        ware = self._chance.pick(_WARES, "mail", "ware", number)
        back = today + timedelta(days=self._chance.whole(12, 45, "mail", "back", number))
        text = (
            f"Dear {self._owner.given_name},\n\nwe have no {ware} left until {back:%d %B %Y}. Shall we keep "
            f"your order or cancel it? Please tell us by the end of the week.\n\n{supplier.name}"
        )
        return Thread(
            "shortage",
            f"{ware.capitalize()} out of stock",
            (Letter(supplier, (self._owner,), text, 0),),
            {"supplier": supplier.address, "ware": ware, "back": back.isoformat()},
            unread=True,
            flagged=True,
        )
