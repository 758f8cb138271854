"""Threads with customers."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.mailbox.files import draw_label, write_csv
from m3bench_world.mailbox.threads import File, Letter, PostTimes, Thread
from m3bench_world.office import Group, Office, Person

GOODS = (
    ("desk lamp", 42.0), ("filing cabinet", 189.0), ("whiteboard", 96.5), ("office chair", 235.0),
    ("paper shredder", 118.0), ("wall clock", 34.9), ("bookcase", 154.0), ("label printer", 129.0),
    ("coat stand", 58.0), ("projector screen", 142.0),
)  # fmt: skip
"""What the company sells, and the price of one piece in pounds."""


class CustomerThreads:
    """Draws what customers write about."""

    def __init__(self, chance: Chance, office: Office) -> None:
        self._chance = chance
        self._owner = office.owner
        self._sales = office.colleague("Sales Manager")
        self._people = office.group(Group.CUSTOMER)

    def all(self, times: PostTimes) -> list[Thread]:
        """Return a thread for each customer."""
        kinds = (self._damaged, self._quote, self._invoice, self._late, self._returning, self._address)
        found = []
        for number, customer in enumerate(self._people):
            kind = kinds[number % len(kinds)]
            end = times.last("customer", number, recent=kind != self._address)
            found.append(msgspec.structs.replace(kind(customer, number, end.date()), end=end))
        return found

    def _order(self, number: int) -> str:
        return f"SO-{self._chance.whole(20000, 89999, 'mail', 'order', number)}"

    def _goods(self, number: int, place: int = 0) -> tuple[str, float]:
        start = self._chance.whole(0, len(GOODS) - 1, "mail", "goods", number)
        return GOODS[(start + place) % len(GOODS)]

    def _damaged(self, customer: Person, number: int, _: date) -> Thread:
        order, (goods, price) = self._order(number), self._goods(number)
        lines = (order, customer.organization, f"1 x {goods}")
        photo = File("parcel.png", "image/png", lambda: draw_label(lines, damaged=True))
        text = (
            f"Hello {self._owner.given_name},\n\nthe {goods} we ordered came today with a torn box and a "
            f"broken corner. The label is in the photo. Could you send us a new one, or refund it?\n\n"
            f"Kind regards\n{customer.name}\n{customer.organization}"
        )
        return Thread(
            "damaged_parcel",
            f"Damaged delivery: {goods}",
            (Letter(customer, (self._owner,), text, 0, (photo,)),),
            {"customer": customer.address, "order": order, "product": goods, "price": price},
            unread=True,
        )

    def _quote(self, customer: Person, number: int, _: date) -> Thread:
        count = self._chance.whole(3, 5, "mail", "lines", number)
        wanted = [
            (*self._goods(number, index), self._chance.whole(2, 40, "mail", "pieces", number, index))
            for index in range(count)
        ]
        rows = [("item", "quantity"), *((goods, pieces) for goods, _, pieces in wanted)]
        listing = File("request.csv", "text/csv", lambda: write_csv(rows))
        discount = self._chance.pick((5, 8, 10, 12), "mail", "discount", number)
        text = (
            f"Dear {self._owner.given_name},\n\nwe are furnishing new rooms. Please quote for the items in "
            f"the attached list, delivered to our address.\n\nBest wishes\n{customer.name}"
        )
        note = (
            f"{self._owner.given_name}, for {customer.organization} you may go down by {discount} % on the "
            f"whole order, not more.\n\n{self._sales.given_name}"
        )
        return Thread(
            "quote_request",
            f"Request for a quote: {customer.organization}",
            (
                Letter(customer, (self._owner,), text, 0, (listing,), (self._sales,)),
                Letter(self._sales, (self._owner,), note, 3),
            ),
            {
                "customer": customer.address,
                "items": {goods: pieces for goods, _, pieces in wanted},
                "total": round(sum(price * pieces for _, price, pieces in wanted), 2),
                "discount_percent": discount,
            },
            flagged=True,
        )

    def _invoice(self, customer: Person, number: int, _: date) -> Thread:
        invoice = f"INV-{self._chance.whole(4000, 9999, 'mail', 'invoice', number)}"
        goods, price = self._goods(number)
        billed, delivered = 6, self._chance.whole(3, 5, "mail", "delivered", number)
        text = (
            f"Hello,\n\non invoice {invoice} you charge us for {billed} pieces of {goods}, but only "
            f"{delivered} were delivered. Please send a corrected invoice.\n\n{customer.name}"
        )
        reply = (
            f"Dear {customer.given_name},\n\nthank you for your message. I am asking our warehouse and will "
            f"come back to you.\n\n{self._owner.name}"
        )
        again = f"Any news on {invoice}? Our accounts close on Friday.\n\n{customer.name}"
        return Thread(
            "wrong_invoice",
            f"Invoice {invoice}",
            (
                Letter(customer, (self._owner,), text, 0),
                Letter(self._owner, (customer,), reply, 5),
                Letter(customer, (self._owner,), again, 44),
            ),
            {
                "customer": customer.address,
                "invoice": invoice,
                "product": goods,
                "overcharged": round(price * (billed - delivered), 2),
            },
            unread=True,
        )

    def _late(self, customer: Person, number: int, today: date) -> Thread:
        order, (goods, _) = self._order(number), self._goods(number)
        promised = today - timedelta(days=self._chance.whole(2, 9, "mail", "late", number))
        text = (
            f"Dear {self._owner.given_name},\n\nour order {order} ({goods}) was promised for "
            f"{promised:%d %B %Y} and is not here. When will it come? You can reach me on {customer.phone}."
            f"\n\n{customer.name}"
        )
        return Thread(
            "late_delivery",
            f"Where is order {order}?",
            (Letter(customer, (self._owner,), text, 0),),
            {"customer": customer.address, "order": order, "promised": promised.isoformat()},
            unread=True,
        )

    def _returning(self, customer: Person, number: int, _: date) -> Thread:
        order, (goods, price) = self._order(number), self._goods(number)
        days = self._chance.whole(6, 40, "mail", "return", number)
        text = (
            f"Hello {self._owner.given_name},\n\nwe bought a {goods} {days} days ago (order {order}) and do "
            f"not need it after all. It is unused and in its box. May we return it?\n\n{customer.name}"
        )
        return Thread(
            "return_request",
            f"Return of order {order}",
            (Letter(customer, (self._owner,), text, 0),),
            {"customer": customer.address, "order": order, "days": days, "price": price},
        )

    def _address(self, customer: Person, number: int, _: date) -> Thread:
        house = self._chance.whole(2, 98, "mail", "house", number)
        street = self._chance.pick(
            ("Mill Lane", "Station Road", "High Street", "Park View"), "street", number
        )
        text = (
            f"Dear all,\n\nfrom next month please deliver to our new "
            f"address:\n{customer.organization}\n{house} {street}\n\nThe address for invoices stays as it is."
            f"\n\n{customer.name}"
        )
        reply = f"Noted, thank you, {customer.given_name}.\n\n{self._owner.name}"
        return Thread(
            "new_address",
            f"New delivery address of {customer.organization}",
            (
                Letter(customer, (self._owner, self._sales), text, 0),
                Letter(self._owner, (customer,), reply, 2, cc=(self._sales,)),
            ),
            {"customer": customer.address, "street": f"{house} {street}"},
            folder="archive",
        )
