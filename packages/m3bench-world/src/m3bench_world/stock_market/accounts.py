"""Accounts of a company by quarter, in double entry, so that they balance."""

from __future__ import annotations

import math
from datetime import date, timedelta
from functools import lru_cache

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.stock_market.actions import PRICED_YEAR, Actions
from m3bench_world.stock_market.calendar import day_of, number_of
from m3bench_world.stock_market.companies import Company

FIRST_YEAR = 2015
STEP = 100_000
"""Amounts are whole dollars, mostly multiples of this."""
INTEREST = 0.042 / 4
LARGE = 500e9
"""Market value in dollars from which companies have higher margins and valuations."""
MOST_PAID_OUT = 65
"""Maximum percent of earnings paid as dividends."""


class Flows(msgspec.Struct, frozen=True):
    """Flows of a quarter or a year, in dollars."""

    revenue: int
    cost: int
    research: int
    selling: int
    interest: int
    tax: int
    depreciation: int
    stock_compensation: int
    more_receivables: int
    more_inventory: int
    more_payables: int
    investment: int
    more_loans: int
    more_deposits: int
    borrowed: int
    shares_issued: int
    dividends: int
    buybacks: int

    @property
    def operating_income(self) -> int:
        return self.revenue - self.cost - self.research - self.selling

    @property
    def pretax_income(self) -> int:
        return self.operating_income - self.interest

    @property
    def net_income(self) -> int:
        return self.pretax_income - self.tax

    @property
    def operating_cash(self) -> int:
        kept = self.net_income + self.depreciation + self.stock_compensation
        return kept - self.more_receivables - self.more_inventory + self.more_payables

    @property
    def investing_cash(self) -> int:
        return -self.investment - self.more_loans

    @property
    def financing_cash(self) -> int:
        raised = self.borrowed + self.shares_issued + self.more_deposits
        return raised - self.dividends - self.buybacks

    @property
    def change_in_cash(self) -> int:
        return self.operating_cash + self.investing_cash + self.financing_cash


class Stocks(msgspec.Struct, frozen=True):
    """Balance at the end of a quarter, in dollars."""

    cash: int
    receivables: int
    inventory: int
    equipment: int
    goodwill: int
    loans: int
    payables: int
    debt: int
    deposits: int
    equity: int

    @property
    def assets(self) -> int:
        return self.cash + self.receivables + self.inventory + self.equipment + self.goodwill + self.loans

    @property
    def liabilities(self) -> int:
        return self.payables + self.debt + self.deposits


class Period(msgspec.Struct, frozen=True):
    """A quarter, or a year made of four."""

    end: date
    reported: date
    flows: Flows
    stocks: Stocks


def whole_year(quarters: tuple[Period, ...]) -> Period:
    """Combine four consecutive quarters: flows add up, stocks are the last ones."""
    sums = {
        field: sum(getattr(quarter.flows, field) for quarter in quarters) for field in Flows.__struct_fields__
    }
    return msgspec.structs.replace(quarters[-1], flows=Flows(**sums))


class Accounts:
    """Accounts of all companies; fiscal years are calendar years."""

    def __init__(self, chance: Chance, actions: Actions, today: date) -> None:
        self._chance = chance
        self._actions = actions
        self._today = today
        self._books = lru_cache(maxsize=64)(self._kept)

    def quarters(self, company: Company) -> tuple[Period, ...]:
        """Return the quarters reported by today, oldest first."""
        return self._books(company)

    def years(self, company: Company) -> tuple[Period, ...]:
        quarters = self.quarters(company)
        full = len(quarters) // 4 * 4
        return tuple(whole_year(quarters[first : first + 4]) for first in range(0, full, 4))

    def last_year(self, company: Company) -> Period | None:
        """Return the last four reported quarters."""
        quarters = self.quarters(company)
        return whole_year(quarters[-4:]) if len(quarters) >= 4 else None

    def next_report(self, company: Company) -> date:
        """Return the day of the next quarterly report."""
        return self._reported(company, len(self.quarters(company)))

    def _kept(self, company: Company) -> tuple[Period, ...]:
        book = Book(self._chance, self._actions, company)
        made: list[Period] = []
        stocks = book.opening()
        while (reported := self._reported(company, len(made))) <= self._today:
            flows, stocks = book.quarter(len(made), stocks)
            made.append(Period(quarter_end(len(made)), reported, flows, stocks))
        return tuple(made)

    def _reported(self, company: Company, quarter: int) -> date:
        days = self._chance.whole(16, 34, "report day", company.ticker, quarter % 4)
        return day_of(number_of(quarter_end(quarter) + timedelta(days=days)))


def quarter_end(quarter: int) -> date:
    """Return the last day of a quarter, counted from the first quarter of the first year."""
    year, number = FIRST_YEAR + quarter // 4, quarter % 4 + 1
    return date(year + number // 4, number * 3 % 12 + 1, 1) - timedelta(days=1)


def quarter_start(quarter: int) -> date:
    return quarter_end(quarter - 1) + timedelta(days=1)


def round_to_step(amount: float) -> int:
    return round(amount / STEP) * STEP


class Book:
    """The business model of one company."""

    def __init__(self, chance: Chance, actions: Actions, company: Company) -> None:
        self._company = company
        self._actions = actions
        self._chance = chance
        sector = company.profile

        def about(usual: float, spread: float, name: str) -> float:
            return usual * chance.between(1 - spread, 1 + spread, "books", company.ticker, name)

        self._tax = chance.between(0.15, 0.24, "books", company.ticker, "tax")
        worth = company.price * company.share_count
        large = 1 + 0.35 * min(1.0, worth / LARGE)
        margin = about(sector.net_margin, 0.35, "margin") * large
        multiple = about(sector.earnings_multiple, 0.35, "multiple") * large
        if company.dividend_yield:
            multiple = min(multiple, MOST_PAID_OUT / company.dividend_yield)
        self._revenue = worth / multiple / margin / 4
        loses = (
            worth < LARGE / 5
            and chance.happens(0.15, "books", company.ticker, "loses")
            and not company.dividend_yield
        )
        self._operating = -margin if loses else margin / (1 - self._tax) + INTEREST * sector.debt
        self._research = about(sector.research, 0.4, "research")
        self._gross = max(about(sector.gross_margin, 0.15, "gross"), self._research + self._operating + 0.05)
        self._investment = about(sector.investment, 0.3, "investment")
        self._receivables = about(sector.receivables, 0.3, "receivables") * 4
        self._inventory = about(sector.inventory, 0.3, "inventory") * 4
        self._payables = (self._receivables + self._inventory) * about(0.7, 0.2, "payables")
        self._debt = about(sector.debt, 0.4, "debt") * 4
        self._cash = about(0.18, 0.5, "cash") * 4
        self._deposits = sector.deposits * 4
        self._compensation = 0.25 * self._research + 0.006

    def revenue(self, quarter: int) -> int:
        years = FIRST_YEAR + (quarter + 0.5) / 4 - PRICED_YEAR - 0.8
        level = math.exp(self._actions.growth(self._company) * min(years, 15))
        season = 1 + 0.06 * self._chance.between(-1, 1, "season", self._company.ticker, quarter % 4)
        luck = 1 + 0.05 * self._chance.wave(quarter / 2, "luck", self._company.ticker)
        return round_to_step(self._revenue * level * season * luck)

    def opening(self) -> Stocks:
        """Return the balance before the first quarter; equity is assets minus debt."""
        revenue = self.revenue(-1)
        deposits = round_to_step(self._deposits * revenue)
        owned = {
            "cash": round_to_step(self._cash * revenue),
            "receivables": round_to_step(self._receivables * revenue),
            "inventory": round_to_step(self._inventory * revenue),
            "equipment": round_to_step(self._investment * revenue * 4 * 6),
            "goodwill": round_to_step(self._debt * revenue * 0.9 + revenue),
            "loans": deposits,
        }
        lent = {
            "payables": round_to_step(self._payables * revenue),
            "debt": round_to_step(self._debt * revenue),
            "deposits": deposits,
        }
        return Stocks(**owned, **lent, equity=sum(owned.values()) - sum(lent.values()))

    def quarter(self, number: int, before: Stocks) -> tuple[Flows, Stocks]:
        """Return the flows of a quarter and the balance after it."""
        flows = self._financed(self._business(number, before), before)
        after = Stocks(
            cash=before.cash + flows.change_in_cash,
            receivables=before.receivables + flows.more_receivables,
            inventory=before.inventory + flows.more_inventory,
            equipment=before.equipment + flows.investment - flows.depreciation,
            goodwill=before.goodwill,
            loans=before.loans + flows.more_loans,
            payables=before.payables + flows.more_payables,
            debt=before.debt + flows.borrowed,
            deposits=before.deposits + flows.more_deposits,
            equity=before.equity
            + flows.net_income
            + flows.stock_compensation
            + flows.shares_issued
            - flows.dividends
            - flows.buybacks,
        )
        return flows, after

    def _business(self, number: int, before: Stocks) -> Flows:
        revenue = self.revenue(number)
        luck = self._chance.between(-0.012, 0.012, "margin", self._company.ticker, number)
        cost = round_to_step(revenue * (1 - self._gross - luck))
        research = round_to_step(revenue * self._research)
        selling = revenue - cost - research - round_to_step(revenue * (self._operating + luck))
        interest = round(before.debt * INTEREST)
        pretax = revenue - cost - research - selling - interest
        deposits = round_to_step(self._deposits * revenue) - before.deposits
        return Flows(
            revenue=revenue,
            cost=cost,
            research=research,
            selling=selling,
            interest=interest,
            tax=max(0, round(pretax * self._tax)),
            depreciation=round_to_step(before.equipment / 26),
            stock_compensation=round_to_step(revenue * self._compensation),
            more_receivables=round_to_step(self._receivables * revenue) - before.receivables,
            more_inventory=round_to_step(self._inventory * revenue) - before.inventory,
            more_payables=round_to_step(self._payables * revenue) - before.payables,
            investment=round_to_step(revenue * self._investment),
            more_loans=deposits,
            more_deposits=deposits,
            borrowed=0,
            shares_issued=0,
            dividends=self._dividends(number),
            buybacks=0,
        )

    def _financed(self, flows: Flows, before: Stocks) -> Flows:
        """Finance a quarter: excess cash repays debt and buys shares; a shortage is raised."""
        wanted = round_to_step(self._cash * flows.revenue)
        spare = before.cash + flows.change_in_cash - wanted
        if spare < 0 and flows.net_income < 0:
            return msgspec.structs.replace(flows, shares_issued=round_to_step(-spare) + STEP)
        if spare < 0:
            return msgspec.structs.replace(flows, borrowed=round_to_step(-spare) + STEP)
        repaid = min(spare // 3, max(0, before.debt - round_to_step(self._debt * flows.revenue)))
        earned = max(0, flows.net_income + flows.stock_compensation - flows.dividends)
        bought = min(spare // 2, earned * 3 // 4)
        return msgspec.structs.replace(flows, borrowed=-repaid, buybacks=bought)

    def _dividends(self, number: int) -> int:
        first, end = quarter_start(number), quarter_start(number + 1)
        paid = self._actions.between(self._company, first, end)
        return round(math.fsum(action.dividend for action in paid) * self._company.share_count)
