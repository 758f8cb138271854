"""Customers who call, and how an agent verifies them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from m3bench.core import UserFact
from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.omni import Steps, TaskDraw, ask
from m3bench_world.service import Company

Record = dict[str, Any]
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
    customer: Record
    record: Record
    other: Record
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

    @property
    def facts(self) -> tuple[UserFact, ...]:
        """The answers to the security questions."""
        return tuple(
            UserFact(_topic(question)[0], str(self.customer["security"][question]), _topic(question)[1])
            for question in self.questions
        )

    def verify(self, *uses: CallResult) -> Steps[None]:
        """Ask for the answers, and verify the customer."""
        asked = yield ask(*(f"What is your {topic}?" for topic in self.topics), uses=uses)
        answers = {question: str(self.customer["security"][question]) for question in self.questions}
        yield [call("customers/verify_identity", *asked, customer_id=self.id, answers=answers)]

    def ticket(
        self,
        about: str,
        subject: str,
        text: str,
        *uses: CallResult,
        team: str,
        priority: str | None = None,
        customer: str | None = None,
    ) -> PlannedCall:
        """Write a ticket about a record to a team, for the caller unless another customer's id is given."""
        ticket = {"company": self.code, "customer_id": customer or self.id, "subject": subject, "text": text}
        if priority is not None:
            ticket["priority"] = priority
        return call("tickets/create_ticket", *uses, **ticket, team=team, about_id=about)

    def note(self, text: str, *uses: CallResult) -> PlannedCall:
        """Write a note on the customer."""
        return call("customers/add_note", *uses, customer_id=self.id, text=text)


def companies_of(draw: TaskDraw, domain: str) -> list[Company]:
    return [company for company in draw.world.service.companies.values() if company.domain == domain]


def draw_company(draw: TaskDraw, domain: str) -> Company:
    """Draw a company of a domain, such as `insurance`."""
    return draw.pick(companies_of(draw, domain), "company")


def draw_caller(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[Record], object] = lambda _: True
) -> Caller:
    """Draw a customer of a company of a domain who has a record that fits in a table.

    Args:
        draw: The choices of the task.
        domain: The domain of the company, such as `insurance`.
        table: The table of the record, such as `accounts`.
        fits: Whether a record will do.

    Raises:
        PlanError: Fewer than two customers have such a record.
    """
    company = draw_company(draw, domain)
    records = [
        record for record in company.table(table).values() if fits(record) and _is_of_active(company, record)
    ]
    record = draw.pick(records, "record") if records else {}
    others = _of_others(records, record)
    if not others:
        raise PlanError(f"no two customers of {company.code} have such a record in {table}")
    return Caller(
        company, company.customers[record["customer_id"]], record, draw.pick(others, "other record")
    )


def draw_caller_of_domain(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[Company, Record], bool]
) -> Caller:
    """Draw a customer of any company of a domain whose record fits, and another one that fits."""
    choices = []
    for company in companies_of(draw, domain):
        records = [record for record in company.table(table).values() if fits(company, record)]
        if len({record["customer_id"] for record in records}) > 1:
            choices.append((company, records))
    if not choices:
        raise PlanError(f"too few records of {table} fit")
    company, records = draw.pick(choices, "company")
    record = draw.pick(records, "record")
    other = draw.pick(_of_others(records, record), "other record")
    return Caller(company, company.customers[record["customer_id"]], record, other)


def draw_record(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[Company, Record], bool], *also: object
) -> Caller:
    """Draw a record of a company of a domain that fits, its customer, and one of someone else.

    Args:
        draw: The choices of the task.
        domain: The domain of the company, such as `e-commerce`.
        table: The table of the record, such as `orders`.
        fits: Whether a record of a company will do.
        also: Names the choice, if a task draws several.
    """
    choices = [
        (company, record)
        for company in companies_of(draw, domain)
        for record in company.table(table).values()
        if _is_of_active(company, record) and fits(company, record)
    ]
    if not choices:
        raise PlanError(f"{draw.id}: no record in {table} of {domain} fits.")
    company, record = draw.pick(choices, "record", *also)
    strangers = _of_others(company.table(table).values(), record)
    alike = [stranger for stranger in strangers if fits(company, stranger)]
    others = alike or [stranger for stranger in strangers if _state(stranger) == _state(record)] or strangers
    other = draw.pick(others, "other record", *also)
    return Caller(company, company.customers[record["customer_id"]], record, other)


def is_untouched(_: object, order: Record) -> bool:
    """Return whether an order was delivered, and nothing of it paid back."""
    return order["status"] == "delivered" and not order["refunds"]


def is_active(record: Record) -> bool:
    return bool(record["status"] == "active")


def _is_of_active(company: Company, record: Record) -> bool:
    return is_active(company.customers[record["customer_id"]])


def _of_others(records: Iterable[Record], record: Record) -> list[Record]:
    return [stranger for stranger in records if stranger["customer_id"] != record["customer_id"]]


def _state(record: Record) -> tuple[Any, bool]:
    return record["status"], bool(record.get("refunds"))


def _topic(question: str) -> tuple[str, tuple[str, ...]]:
    return _TOPICS.get(question, (question.replace("_", " "), ()))
