"""Workplace: what the staff of a company asks its assistants for: meetings, expenses, invoices, mails."""

from m3bench_suites.builders.omni import Area
from m3bench_suites.builders.omni.service.workplace.meetings import GuestMeeting, PhonedMeeting
from m3bench_suites.builders.omni.service.workplace.papers import ExpenseClaim, InvoiceMark
from m3bench_suites.builders.omni.service.workplace.parcels import BrokenGoods
from m3bench_suites.builders.tasks import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    number=13,
    name="workplace",
    title="Workplace",
    goal="Do what colleagues ask for in a mailbox and calendar, as the house rules say.",
    kind=Area.SERVICE,
    tasks=(PhonedMeeting, ExpenseClaim, InvoiceMark, GuestMeeting, BrokenGoods),
)
