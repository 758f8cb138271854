"""Workplace: what the staff of a company asks its assistants for: meetings, expenses, invoices, mails."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.omni.family import Area, OmniFamily, TaskDraw
from m3bench_suites.builders.omni.scenario import scenario_task
from m3bench_suites.builders.omni.service.workplace.meetings import GuestMeeting, PhonedMeeting
from m3bench_suites.builders.omni.service.workplace.papers import ExpenseClaim, InvoiceMark
from m3bench_suites.builders.omni.service.workplace.parcels import BrokenGoods

__all__ = ["FAMILY", "make"]


def make(draw: TaskDraw) -> Blueprint:
    """Return a task: two easy ones, then three of medium difficulty."""
    return scenario_task(draw, (PhonedMeeting, ExpenseClaim, InvoiceMark, GuestMeeting, BrokenGoods))


FAMILY = OmniFamily(
    number=13,
    name="workplace",
    title="Workplace",
    goal="Do what colleagues ask for in a mailbox and calendar, as the house rules say.",
    area=Area.SERVICE,
    make=make,
)
