"""The page of an event, for telephones and for large screens."""

from __future__ import annotations

from m3bench.checks import TextFile, WebLayout
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.design.pages import web_page
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.tasks import format_point, tool_point

_DAYS = ("Saturday", "Sunday", "Friday")
_MONTHS = ("May", "June", "July", "September")
_PLACES = ("the old harbour", "the castle garden", "the school yard", "the railway museum")
_EVENTS = ("Street Music Day", "Night of the Small Stages", "Kite Festival", "Open Workshops")
_ACTS = (
    ("Brass Sisters", "Marching tunes and waltzes for young and old"),
    ("The Paper Moons", "Quiet songs with two guitars and a suitcase"),
    ("Otto and Friends", "Puppets, balloons and a very long dragon"),
    ("Cellar Quartet", "Four cellos that play what you ask them for"),
    ("Miss Lark", "Tales from the river, told with shadows"),
    ("Sunday Drummers", "Everybody gets a drum and nobody sits down"),
)


class EventPage(Scenario):
    """When and where is on the answering machine; a table is too wide; a line gets lost when it is saved."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._event = draw.pick(_EVENTS, "event")
        day, month = draw.whole(2, 28, "day"), draw.pick(_MONTHS, "month")
        weekday, place = draw.pick(_DAYS, "weekday"), draw.pick(_PLACES, "place")
        self._line = f"{weekday}, {day} {month}, at {place}"
        self._wrong = f"{weekday}, {day - 1} {month}, at the market square"
        acts = draw.sample(_ACTS, 5, "acts")
        hours = draw.sample(range(11, 20), 5, "hours")
        gone = draw.whole(0, 4, "gone")
        rows = [
            [
                f"{hour}:00",
                who,
                what,
                draw.pick(("Bridge", "Fountain"), who),
                "cancelled" if at == gone else "",
            ]
            for at, (hour, (who, what)) in enumerate(zip(hours, acts, strict=True))
        ]
        self._gone = acts[gone][0]
        self._acts = sorted(row[:4] for row in rows if row[4] == "")
        message = (
            f"Good morning, this is the culture office. The {self._event} is on {weekday}, the "
            f"{_ordinal(day)} of {month}, at {place}. So not at the market square, as the newspaper said. "
            "Thank you."
        )
        self.inputs = given(
            voice_message(message, draw),
            DataFile("programme.xlsx", "xlsx", {"Acts": [["Time", "Who", "What", "Stage", "Note"], *rows]}),
        )
        self.words = {"event": self._event, "recording": self.recording}
        self.shown = (self._line,)
        self.sabotage = Sabotage(
            tool="files/write_text",
            fault="drop_line",
            path="event.html",
            settings={"text": self._acts[-1][1]},
        )

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        perceive = [call("sheets/read_range", path="programme.xlsx")]
        if skipped is not Shortcut.DEAF:
            perceive.append(self.transcribe())
        seen = yield perceive
        line = self._wrong if skipped is Shortcut.DEAF else self._line
        rows = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in act) + "</tr>" for act in self._acts]
        body = [
            f"<h1>{self._event}</h1>",
            f"<p>{line}</p>",
            "<table>",
            "<tr><th>Time</th><th>Who</th><th>What</th><th>Stage</th></tr>",
            *rows,
            "</table>",
        ]
        wide = "table { width: 900px; }"
        narrow = "table { width: 100%; }"
        rough = skipped in (None, Shortcut.UNINSPECTED)
        style = ("td, th { text-align: left; padding: 4px; }", wide if rough else narrow)
        page = web_page(self._event, body, style)
        yield [call("files/write_text", *seen, path="event.html", text=page)]
        if skipped in (None, Shortcut.DEAF):
            yield [call("render/render_html", path="event.html", width=1280)]
            yield [
                call(
                    "files/edit_text",
                    path="event.html",
                    old_text="</table>",
                    new_text=f"{rows[-1]}\n</table>",
                )
            ]
        if skipped is None:
            yield [call("render/render_html", path="event.html", width=390)]
            yield [call("files/edit_text", path="event.html", old_text=wide, new_text=narrow)]
            yield [call("render/render_html", path="event.html", width=width) for width in (390, 1280)]
        yield done("The page is ready.", "event.html")
        return self._solution()

    def _solution(self) -> Solution:
        return solved(
            "event.html has date, place and programme, for telephones and large screens.",
            format_point(
                "The programme is a table with headings.", TextFile("event.html", contains=("<table", "<th"))
            ),
            tool_point(
                "Date, place and all acts in order are to be read on telephones, and nothing is cut off.",
                self._layout(390),
            ),
            tool_point("The same holds on large screens.", self._layout(1280)),
        )

    def _layout(self, width: int) -> WebLayout:
        programme = " ".join(cell for act in self._acts for cell in act)
        texts = (self._event, self._line, f"Time Who What Stage {programme}")
        return WebLayout("event.html", texts, (), (width,), 16, (self._gone, "market square"))


def _ordinal(day: int) -> str:
    ending = "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"
