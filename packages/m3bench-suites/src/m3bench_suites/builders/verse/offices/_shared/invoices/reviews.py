"""Rates, bills and applications as PDF, compared with other files."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from m3bench.checks import CsvTable, DocxContent, Expected, NoStrayFiles, SheetCells
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import duck, pdf, sheets, word
from m3bench_suites.builders.verse.offices._shared.deliveries.data import (
    FILE,
    Delivery,
    deliveries_file,
    draw_deliveries,
    leader,
    sums,
)
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.memory import graph as memory
from m3bench_suites.builders.verse.offices._shared.memory.graph import Entity, Graph
from m3bench_suites.builders.verse.offices._shared.pdf import after, bar_rows, read_pdf
from m3bench_suites.builders.verse.offices._shared.sheets import Book, require, sheet_rows
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.word import Doc, require_done
from m3bench_suites.builders.verse.offices._shared.words import people


def _fuel(draw: TaskDraw, part: int) -> tuple[list[Delivery], dict[str, float]]:
    """Draw deliveries, and a different rate for each depot."""
    rows = draw_deliveries(draw, part, count=150, depots=4)
    depots = sorted({row.depot for row in rows})
    rates = draw.sample([index / 10 for index in range(3, 15)], len(depots), "rates", part)
    return rows, dict(zip(depots, rates, strict=True))


def _tour_costs(rows: list[Delivery], rates: dict[str, float]) -> dict[str, float]:
    distances = sums(rows, lambda row: row.depot, lambda row: row.kilometres)
    return {name: round(distance * rates[name], 2) for name, distance in distances.items()}


def _fuel_costs_plan(
    *, costs: dict[str, float], depots: list[str], file: str, memo: str, rows: list[Delivery], source: str
) -> Plan:
    (read,) = yield [read_pdf(source)]
    known = [(row[0], float(row[1])) for row in bar_rows(read, 2)]
    values = ", ".join(f"('{name}', {rate})" for name, rate in known)
    (made,) = yield [
        duck.query(f"CREATE TABLE rates AS SELECT * FROM (VALUES {values}) AS given(depot, rate)", read)
    ]
    select = (
        "SELECT d.depot, ROUND(SUM(d.kilometres), 1) AS kilometres, "
        f"ROUND(ROUND(SUM(d.kilometres), 1) * r.rate::DOUBLE, 2) AS costs FROM read_csv('{FILE}') d "
        "JOIN rates r ON r.depot = d.depot GROUP BY d.depot, r.rate ORDER BY d.depot"
    )
    (done,) = yield [duck.copy_to(file, select, made)]
    (found,) = yield [duck.query(f"SELECT depot, costs FROM read_csv('{file}') ORDER BY costs DESC", done)]
    listed = duck.tuples(found)
    (total,) = yield [call("math/sum", found, numbers=[row[1] for row in listed])]
    everything = round(float(total.text), 2)
    (created,) = yield [Doc(memo).create(total)]
    (headed,) = yield [Doc(memo).add_heading("Fuel costs", created)]
    (written,) = yield [
        Doc(memo).add_paragraph(
            f"Highest: {listed[0][0]}. Total: {everything:.2f} euros.", found, total, headed
        )
    ]
    require_done(written)
    distances = sums(rows, lambda row: row.depot, lambda row: row.kilometres)
    return Solution(
        f"{listed[0][0]} costs most, {listed[0][1]:.2f}; all depots {everything:.2f}.",
        checks=(
            CsvTable(
                path=file,
                header=("depot", "kilometres", "costs"),
                rows=tuple((name, distances[name], costs[name]) for name in depots),
            ),
            DocxContent(
                path=memo,
                headings=("Fuel costs",),
                paragraphs=(f"Highest: {leader(costs)}. Total: {round(sum(costs.values()), 2):.2f} euros.",),
            ),
            duck.only_made(file, memo),
        ),
        fields={
            "depot": Expected(listed[0][0]),
            "costs": amount(listed[0][1]),
            "total": amount(everything),
        },
    )


def fuel_costs(draw: TaskDraw) -> TaskSpec:
    """Apply rates from a PDF to a table of deliveries."""
    rows, rates = first_fitting(
        draw, lambda part: _fuel(draw, part), lambda one: leader(_tour_costs(*one)) is not None
    )
    depots, costs = sorted(rates), _tour_costs(rows, rates)
    source, file, memo = (
        "rates.pdf",
        draw.pick(("costs.csv", "fuel.csv"), "file"),
        draw.pick(("memo.docx", "summary.docx"), "memo"),
    )
    pages = [
        ["Rates for each kilometre", "Depot | Rate", *(f"{name} | {rates[name]:.2f}" for name in depots)]
    ]

    return TaskSpec(
        level="L3",
        words={"source": source, "table": FILE, "file": file, "memo": memo},
        plans=(
            partial(
                _fuel_costs_plan, costs=costs, depots=depots, file=file, memo=memo, rows=rows, source=source
            ),
        ),
        servers=(pdf.SERVER, duck.SERVER, "math", word.SERVER),
        files=(DataFile(source, "pdf", {"title": "Rates", "pages": pages}), deliveries_file(rows)),
    )


def _check_bill_plan(billed: int, book: Book, file: str, hours: list[int], rate: int) -> Plan:
    agreed, asked, sheet = yield [read_pdf("agreement.pdf"), read_pdf("bill.pdf"), book.read("Hours")]
    worked = [row[1] for row in sheet_rows(sheet)[1:]]
    price, claimed = (
        int(after(agreed, "Hourly rate:").split()[0]),
        int(after(asked, "Amount:").split()[0]),
    )
    (count,) = yield [call("math/sum", sheet, numbers=worked)]
    (due,) = yield [call("math/multiply", agreed, count, firstNumber=int(count.text), SecondNumber=price)]
    (excess,) = yield [call("math/subtract", asked, due, minuend=claimed, subtrahend=int(due.text))]
    rows = [["Due", int(due.text)], ["Billed", claimed], ["Too much", int(excess.text)]]
    (done,) = yield [book.write("Check", rows, asked, due, excess)]
    require(done, "Data written")
    right = sum(hours) * rate
    cells = {
        "A1": "Due",
        "B1": right,
        "A2": "Billed",
        "B2": billed,
        "A3": "Too much",
        "B3": billed - right,
    }
    return Solution(
        f"{due.text} is due for {count.text} hours, but {after(asked, 'Bill')} asks for {claimed}, "
        f"{excess.text} too much.",
        checks=(SheetCells(file, sheet="Check", cells=cells), NoStrayFiles((file,))),
        fields={
            "hours": Expected(int(count.text)),
            "due": Expected(int(due.text)),
            "too_much": Expected(int(excess.text)),
            "bill": Expected(after(asked, "Bill")),
        },
    )


def check_bill(draw: TaskDraw) -> TaskSpec:
    """Compare the bill for a project with the agreed rate and the hours."""
    names = people(draw, 4, "staff")
    hours = [draw.whole(31, 119, "hours", name) for name in names]
    rate = draw.whole(48, 95, "rate")
    billed = sum(hours) * rate + draw.whole(2, 19, "excess") * 10
    file = draw.pick(("hours.xlsx", "timesheet.xlsx"), "file")
    number_ = f"B-{draw.whole(300, 999, 'bill')}"
    agreement = DataFile(
        "agreement.pdf",
        "pdf",
        {
            "title": "Agreement",
            "pages": [["Agreement", "Every hour of work is paid alike."], [f"Hourly rate: {rate} euros"]],
        },
    )
    bill = DataFile(
        "bill.pdf", "pdf", {"title": "Bill", "pages": [[f"Bill {number_}", f"Amount: {billed} euros"]]}
    )
    book = Book(file)
    given = DataFile(
        file,
        "xlsx",
        {"Hours": [["Name", "Hours"], *([name, value] for name, value in zip(names, hours, strict=True))]},
    )

    return TaskSpec(
        level="L3",
        words={"bill": "bill.pdf", "agreement": "agreement.pdf", "file": file},
        plans=(partial(_check_bill_plan, billed, book, file, hours, rate),),
        servers=(pdf.SERVER, sheets.SERVER, "math"),
        files=(agreement, bill, given),
        key_facts=(str(rate), number_),
    )


_SKILLS = ("bookbinding", "carpentry", "cartography", "glass blowing", "instrument making", "stone carving")
_APPLICATIONS = ("applicant_1.pdf", "applicant_2.pdf", "applicant_3.pdf")


class _Applicant(NamedTuple):
    name: str
    skill: str
    years: int
    reference: str

    def file(self, name: str) -> DataFile:
        lines = [
            f"Applicant: {self.name}",
            f"Skill: {self.skill}",
            f"Years of practice: {self.years}",
            f"Reference: {self.reference}",
        ]
        return DataFile(name, "pdf", {"title": "Application", "pages": [["Application", *lines]]})

    @property
    def entity(self) -> Entity:
        return Entity(self.name, "applicant", (f"skill {self.skill}", f"{self.years} years of practice"))


def _applicants_plan(file: str, final: Graph, ranked: list[_Applicant]) -> Plan:
    reads = yield [read_pdf(name) for name in _APPLICATIONS]
    known = [
        _Applicant(
            after(read, "Applicant:"),
            after(read, "Skill:"),
            int(after(read, "Years of practice:")),
            after(read, "Reference:"),
        )
        for read in reads
    ]
    best = sorted(known, key=lambda one: -one.years)
    made, created = yield [memory.create([one.entity for one in known], *reads), Doc(file).create(*reads)]
    (headed,) = yield [Doc(file).add_heading("Shortlist", made, created)]
    rows = [("Name", "Skill", "Years"), *((one.name, one.skill, one.years) for one in best)]
    (done,) = yield [Doc(file).add_table(rows, *reads, headed)]
    require_done(done)
    table = (("Name", "Skill", "Years"), *((one.name, one.skill, one.years) for one in ranked))
    memory_check, _ = final.checks()
    return Solution(
        f"{best[0].name} has the most practice; {best[0].reference} can be asked about it.",
        checks=(
            memory_check,
            DocxContent(path=file, headings=("Shortlist",), tables=(table,)),
            NoStrayFiles((memory.FILE, file)),
        ),
        fields={
            "first": Expected(best[0].name),
            "skill": Expected(best[0].skill),
            "reference": Expected(best[0].reference),
            "years": Expected(sum(one.years for one in best), grounds=tuple(one.name for one in best)),
        },
    )


def applicants(draw: TaskDraw) -> TaskSpec:
    """Remember applicants, and write a shortlist."""
    names, skills = people(draw, 6, "names"), draw.sample(_SKILLS, 3, "skills")
    years = draw.sample(range(2, 24), 3, "years")
    found = [_Applicant(*each) for each in zip(names[:3], skills, years, names[3:], strict=True)]
    ranked = sorted(found, key=lambda one: -one.years)
    file = draw.pick(("shortlist.docx", "candidates.docx"), "file")
    final = Graph([one.entity for one in found], [])

    return TaskSpec(
        level="L3",
        words={"names": ", ".join(_APPLICATIONS), "file": file},
        plans=(partial(_applicants_plan, file, final, ranked),),
        servers=(pdf.SERVER, memory.SERVER, word.SERVER),
        files=tuple(one.file(name) for one, name in zip(found, _APPLICATIONS, strict=True)),
        key_facts=tuple(names),
    )


REVIEW_JOBS = (fuel_costs, check_bill, applicants)
