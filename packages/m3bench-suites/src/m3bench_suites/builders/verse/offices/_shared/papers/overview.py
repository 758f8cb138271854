"""A comparison of two reports in a new document."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.papers.edits import part_of
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.word import SERVER, Doc, line_with, require_done
from m3bench_suites.builders.verse.offices._shared.words import people

_SITES = ("Castle", "Greenhouse", "Lighthouse", "Planetarium", "Quarry museum", "Windmill")


class _Site(NamedTuple):
    name: str
    visitors: int
    income: float
    keeper: str

    @property
    def file(self) -> str:
        return f"{self.name.split()[0].lower()}.docx"

    def document(self) -> DataFile:
        texts = (
            f"The season was looked after by {self.keeper}.",
            f"In all, {self.visitors} visitors came.",
            f"Tickets brought in {self.income:.2f} euros.",
        )
        return DataFile(
            self.file, "docx", [{"heading": f"{self.name} report"}, *({"text": text} for text in texts)]
        )


def _season_overview_plan(header: tuple[str, ...], sites: list[_Site], target: str) -> Plan:
    reads = yield [Doc(site.file).read() for site in sites]
    rows = []
    for site, read in zip(sites, reads, strict=True):
        visitors = part_of(r"all, (\d+) visitors", line_with(read, "visitors came"))
        rows.append((site.name, visitors, part_of(r"in ([\d.]+) euros", line_with(read, "Tickets"))))
    (made,) = yield [Doc(target).create(*reads)]
    (headed,) = yield [Doc(target).add_heading("Season overview", made)]
    (done,) = yield [Doc(target).add_table([header, *rows], *reads, headed)]
    require_done(done)
    best = max(range(2), key=lambda place: int(rows[place][1]))
    keeper = part_of(r"after by (.+)\.$", line_with(reads[best], "looked after"))
    total = sum(float(row[2]) for row in rows)
    wanted = tuple((site.name, site.visitors, site.income) for site in sites)
    return Solution(
        f"{rows[best][0]} had more visitors, under {keeper}; both earned {total:.2f} euros.",
        checks=(
            DocxContent(path=target, headings=("Season overview",), tables=((header, *wanted),)),
            NoStrayFiles((target,)),
        ),
        fields={
            "site": Expected(rows[best][0], grounds=(int(rows[0][1]), int(rows[1][1]))),
            "keeper": Expected(keeper),
            "income": amount(total, *(float(row[2]) for row in rows)),
        },
    )


def season_overview(draw: TaskDraw) -> TaskSpec:
    """Compare two reports in a new document."""
    names, keepers = draw.sample(_SITES, 2, "sites"), people(draw, 2, "keepers")
    counts = draw.sample(range(2100, 9700), 2, "visitors")
    sites = [
        _Site(
            name,
            visitors,
            draw.whole(9000, 60000, "income", name) / 4,
            keeper,
        )
        for name, keeper, visitors in zip(names, keepers, counts, strict=True)
    ]
    target = draw.pick(("overview.docx", "season.docx", "comparison.docx"), "target")
    header = ("Site", "Visitors", "Income")

    return TaskSpec(
        level="L2",
        words={
            "first": sites[0].file,
            "second": sites[1].file,
            "target": target,
            "one": names[0],
            "other": names[1],
        },
        plans=(partial(_season_overview_plan, header, sites, target),),
        servers=(SERVER,),
        files=tuple(site.document() for site in sites),
        key_facts=tuple(keepers),
    )
