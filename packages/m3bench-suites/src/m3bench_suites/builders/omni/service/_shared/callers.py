"""Customers who call, and how an agent verifies them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import msgspec

from m3bench.core import ASK_USER, SimulatedUser, UserFact
from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_world.service import Company

Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]
_TOPICS = {
    "date_of_birth": ("date of birth", ("birthday", "born", "birth date")),
    "favourite_dish": ("favourite dish", ("food", "favourite meal", "dish")),
    "first_school": ("first school", ("school",)),
    "first_pet": ("first pet", ("pet",)),
    "street_of_childhood": ("street of childhood", ("childhood street", "street")),
}


class Caller(msgspec.Struct, frozen=True):
    """A customer, and the record that the call is about."""

    company: Company
    customer: dict[str, Any]
    record: dict[str, Any]
    other: dict[str, Any]
    """A record of the same kind of someone else."""

    @property
    def name(self) -> str:
        return str(self.customer["name"])

    @property
    def id(self) -> str:
        return str(self.customer["id"])

    @property
    def code(self) -> str:
        return self.company.code

    @property
    def questions(self) -> list[str]:
        """The two security questions that the agent asks."""
        return sorted(self.customer["security"])[:2]

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of the user's facts on them."""
        return tuple(_topic(question)[0] for question in self.questions)

    def user(self, persona: str, goal: str, *facts: UserFact, manner: str | None = None) -> SimulatedUser:
        """Return a user who knows the answers to the security questions, and further facts."""
        known = tuple(
            UserFact(_topic(question)[0], str(self.customer["security"][question]), _topic(question)[1])
            for question in self.questions
        )
        return SimulatedUser(persona=persona, goal=goal, manner=manner, facts=(*known, *facts))

    def verify(self, *uses: CallResult) -> Steps:
        """Ask for the answers, and verify the customer."""
        asked = yield [call(ASK_USER, *uses, question=f"What is your {topic}?") for topic in self.topics]
        answers = {question: str(self.customer["security"][question]) for question in self.questions}
        yield [call("customers/verify_identity", *asked, customer_id=self.id, answers=answers)]


def draw_company(draw: TaskDraw, domain: str) -> Company:
    """Draw a company of a domain, such as `insurance`."""
    companies = [one for one in draw.world.service.companies.values() if one.domain == domain]
    return draw.pick(companies, "company")


def draw_caller(draw: TaskDraw, domain: str, table: str, *fits: tuple[str, Any]) -> Caller:
    """Draw a customer of a company of a domain who has a record in a table.

    Args:
        draw: The choices of the task.
        domain: The domain of the company, such as `insurance`.
        table: The table of the record, such as `accounts`.
        fits: Fields of the record and their values, such as `("status", "active")`.
    """
    company = draw_company(draw, domain)
    records = [
        record
        for record in company.table(table).values()
        if all(record.get(name) == value for name, value in fits)
        and company.customers[record["customer_id"]]["status"] == "active"
    ]
    record = draw.pick(records, "record")
    others = [one for one in records if one["customer_id"] != record["customer_id"]]
    other = draw.pick(others, "other record")
    return Caller(company, company.customers[record["customer_id"]], record, other)


def draw_caller_of_domain(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[Company, dict[str, Any]], bool]
) -> Caller:
    """Draw a customer of any company of a domain whose record fits, and a record of someone else that fits.

    Args:
        draw: The choices of the task.
        domain: The domain of the companies, such as `insurance`.
        table: The table of the record, such as `accounts`.
        fits: Whether a record of a company fits.
    """
    found = []
    for company in draw.world.service.companies.values():
        if company.domain == domain:
            records = [one for one in company.table(table).values() if fits(company, one)]
            if len({one["customer_id"] for one in records}) > 1:
                found.append((company, records))
    if not found:
        raise PlanError(f"too few records of {table} fit")
    company, records = draw.pick(found, "company")
    record = draw.pick(records, "record")
    other = draw.pick([one for one in records if one["customer_id"] != record["customer_id"]], "other record")
    return Caller(company, company.customers[record["customer_id"]], record, other)


def _topic(question: str) -> tuple[str, tuple[str, ...]]:
    return _TOPICS.get(question, (question.replace("_", " "), ()))
