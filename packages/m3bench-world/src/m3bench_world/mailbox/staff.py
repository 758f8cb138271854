"""Threads with colleagues."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.mailbox.files import draw_label, write_csv, write_pdf, write_text
from m3bench_world.mailbox.threads import File, Letter, PostTimes, Thread
from m3bench_world.office import Office

_REGIONS = ("North", "South", "East", "West")


class StaffThreads:
    """Draws what colleagues write about."""

    def __init__(self, chance: Chance, office: Office) -> None:
        self._chance = chance
        self._office = office
        self._owner = office.owner

    def all(self, times: PostTimes) -> list[Thread]:
        """Return a thread of each kind."""
        kinds = (
            self._sales, self._minutes, self._contract, self._holiday, self._shelf, self._lunch, self._outage,
        )  # fmt: skip
        found = []
        for number, kind in enumerate(kinds):
            end = times.last("staff", number, recent=kind not in (self._lunch, self._outage))
            found.append(msgspec.structs.replace(kind(end.date()), end=end))
        return found

    def _sales(self, today: date) -> Thread:
        sender = self._office.colleague("Sales Manager")
        month = (today.replace(day=1) - timedelta(days=1)).strftime("%B")
        sold = {region: self._chance.whole(8_000, 64_000, "mail", "sales", region) for region in _REGIONS}
        rows = [("region", "revenue GBP"), *sold.items()]
        sheet = File(f"sales-{month.lower()}.csv", "text/csv", lambda: write_csv(rows))
        text = (
            f"Hi {self._owner.given_name},\n\nattached are the figures of {month} by region. Could you send "
            f"me the total and the best region before the review?\n\n{sender.given_name}"
        )
        best = max(sold, key=lambda region: sold[region])
        facts = {"sender": sender.address, "revenue": sold, "total": sum(sold.values()), "best": best}
        letters = (Letter(sender, (self._owner,), text, 0, (sheet,)),)
        return Thread("sales_figures", f"Sales figures {month}", letters, facts, unread=True)

    def _minutes(self, today: date) -> Thread:
        sender = self._office.colleague("Office Manager")
        tasks = {
            "order the new shelves": self._office.colleague("Designer"),
            "answer the auditor": self._office.colleague("Accountant"),
            "update the returns page": self._office.colleague("Support Lead"),
        }
        due = today + timedelta(days=self._chance.whole(3, 12, "mail", "tasks due"))
        lines = ("Minutes of the team meeting", "", *(f"- {who.name}: {what}" for what, who in tasks.items()))
        minutes = File(
            "minutes.txt", "text/plain", lambda: write_text((*lines, f"All by {due.isoformat()}."))
        )
        text = f"Hello everyone,\n\nhere are the minutes of our meeting.\n\n{sender.given_name}"
        facts = {"tasks": {what: who.address for what, who in tasks.items()}, "due": due.isoformat()}
        to = (self._owner, *tasks.values())
        return Thread(
            "minutes", "Minutes of the team meeting", (Letter(sender, to, text, 0, (minutes,)),), facts
        )

    def _contract(self, today: date) -> Thread:
        sender = self._office.colleague("Legal Counsel")
        months = self._chance.pick((12, 18, 24, 36), "mail", "term")
        notice = self._chance.pick((1, 2, 3, 6), "mail", "notice")
        rent = self._chance.whole(14, 45, "mail", "rent") * 100
        lines = (
            "Lease of the warehouse at Canal Street",
            f"Monthly rent\tGBP {rent}.00",
            f"Term\t{months} months",
            f"Notice\t{notice} months",
            f"Draft of\t{today.isoformat()}",
        )
        lease = File("lease-draft.pdf", "application/pdf", lambda: write_pdf("Lease, draft", lines))
        text = (
            f"{self._owner.given_name}, this is the draft of the lease. Please check rent, term and notice "
            f"and tell me whether I may send it out.\n\n{sender.given_name}"
        )
        reply = f"I will read it today.\n\n{self._owner.given_name}"
        facts = {"rent": rent, "months": months, "notice_months": notice}
        letters = (
            Letter(sender, (self._owner,), text, 0, (lease,)),
            Letter(self._owner, (sender,), reply, 1),
        )
        return Thread("contract", "Draft of the warehouse lease", letters, facts, flagged=True)

    def _holiday(self, today: date) -> Thread:
        sender = self._office.colleague("Support Lead")
        start = today + timedelta(days=21 - today.weekday() + 7)
        days = self._chance.whole(3, 12, "mail", "holiday")
        stand_in = self._office.colleague(
            self._chance.pick(("Product Manager", "Engineer", "Designer"), "mail", "stand-in")
        )
        text = (
            f"Hi {self._owner.given_name},\n\nI would like to take {days} days off from {start:%d %B}. "
            f"{stand_in.name} would stand in for me. Is that all right?\n\n{sender.given_name}"
        )
        facts = {"start": start.isoformat(), "days": days, "stand_in": stand_in.address}
        return Thread(
            "holiday", "Holiday request", (Letter(sender, (self._owner,), text, 0),), facts, unread=True
        )

    def _shelf(self, _: date) -> Thread:
        sender = self._office.colleague("Designer")
        batch = f"LOT {self._chance.whole(1000, 9999, 'mail', 'lot')}"
        shelf = (
            f"Shelf {self._chance.pick('ABCDEFG', 'mail', 'shelf')}{self._chance.whole(1, 24, 'mail', 'bay')}"
        )
        photo = File("box.png", "image/png", lambda: draw_label((batch, shelf, "fragile"), damaged=False))
        text = (
            f"{self._owner.given_name}, I found this box in the hall. Does anyone know which lot it is and "
            f"where it belongs? It is all on the label.\n\n{sender.given_name}"
        )
        letters = (Letter(sender, (self._owner,), text, 0, (photo,)),)
        return Thread("found_box", "Whose box is this?", letters, {"lot": batch, "shelf": shelf})

    def _lunch(self, _: date) -> Thread:
        sender, other = self._office.colleague("Office Manager"), self._office.colleague("Engineer")
        text = f"Who joins for lunch on Thursday? I book a table for those who answer.\n\n{sender.given_name}"
        reply = f"I am in, without nuts please.\n\n{other.given_name}"
        letters = (
            Letter(sender, (self._owner, other), text, 0),
            Letter(other, (sender, self._owner), reply, 2),
        )
        return Thread("lunch", "Lunch on Thursday", letters, {"vegetarian": False, "allergy": "nuts"})

    def _outage(self, _: date) -> Thread:
        sender = self._office.colleague("Engineer")
        minutes = self._chance.whole(12, 95, "mail", "outage")
        orders = self._chance.whole(3, 40, "mail", "lost orders")
        text = (
            f"All,\n\nthe shop was down for {minutes} minutes last night. {orders} orders were not "
            f"accepted; their customers have to be asked to order again.\n\n{sender.given_name}"
        )
        to = (self._owner, self._office.colleague("Support Lead"), self._office.colleague("Sales Manager"))
        facts = {"minutes": minutes, "orders": orders}
        return Thread("outage", "Outage of the shop", (Letter(sender, to, text, 0),), facts, folder="archive")
