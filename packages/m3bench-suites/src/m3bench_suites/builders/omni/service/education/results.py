"""Lists of results on paper: who needs support."""

from __future__ import annotations

from m3bench.checks import CsvTable, Expected, RecordCreated, Tolerance
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, read_print, solved
from m3bench_suites.builders.omni.service._shared import draw_company, unchanged_point
from m3bench_suites.builders.tasks import format_point, tool_point

_LIST = "support.csv"


class SupportList(Scenario):
    """The photograph of a list of results: those below the mean get support."""

    shortcuts = (Shortcut.BLIND,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._company = draw_company(draw, "education")
        teachers = [
            customer for customer in self._company.customers.values() if customer["status"] == "active"
        ]
        self._teacher = draw.pick(teachers, "teacher")
        self._team = self._company.teams[1]
        self._photo = draw.picture(draw.photo_name(), "class_table", survey="Test scores", form="sheet")
        facts = self._photo.scene.facts
        rows = [(str(row["name"]), float(row["value"])) for row in facts["rows"]]
        self._title = str(facts["title"])
        self._mean = sum(value for _, value in rows) / len(rows)
        self._below = tuple((name, value) for name, value in rows if value < self._mean - 1e-9)
        self.inputs = given(self._photo.picture)
        self.words = {
            "company": self._company,
            "team": self._team,
            "photo": self._photo,
            "teacher": self._teacher,
        }
        self.shown = (self._title, *(f"{name} {value}" for name, value in rows))
        self.key_facts = (self._title,)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        title, below, mean = self._title, self._below, round(self._mean, 2)
        uses: list[CallResult] = []
        if skipped is Shortcut.BLIND:
            title, below, mean = "Class 5A", (("Anna", 2.0), ("Ben", 3.0)), 3.5
        else:
            uses += yield [read_print(self._photo.name), call("render/render_picture", path=self._photo.name)]
        lines = "".join(f"{name},{value:g}\n" for name, value in below)
        (written,) = yield [call("files/write_text", *uses, path=_LIST, text=f"name,result\n{lines}")]
        (read,) = yield [call("files/read_text", written, path=_LIST)]
        yield [
            call(
                "tickets/create_ticket", *uses, read, company=self._company.code,
                customer_id=self._teacher["id"], subject=title, text=f"{len(below)} people need support.",
                team=self._team, priority="low",
            )
        ]  # fmt: skip
        yield done("The list is ready.", _LIST)
        new = f"{self._company.code}-T9*"
        ticket = {"team": self._team, "priority": "low", "customer_id": self._teacher["id"]}
        count = {"subject": self._title, "comments[0].text": {"$contains": str(len(self._below))}}
        return solved(
            f"The mean is {mean}; {len(below)} people need support.",
            format_point(
                f"{_LIST} has those below the mean.",
                CsvTable(_LIST, ("name", "result"), self._below, ordered=True),
            ),
            tool_point("A ticket went to the right team.", RecordCreated("tickets", ticket, keys=new)),
            tool_point("It has heading and number.", RecordCreated("tickets", count, keys=new)),
            unchanged_point(("tickets", new)),
            mean=Expected(mean, tolerance=Tolerance(absolute=0.006), grounds=(self._title,)),
            people=Expected(len(below), grounds=(self._title,)),
        )
