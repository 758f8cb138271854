"""A slide with a chart, for a meeting."""

from __future__ import annotations

from m3bench.checks import ChartData, PageLayout, SlidePictures, SlideTexts
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import DataFile, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.slides import add_picture, add_slide, add_text, create_deck, place_shape
from m3bench_suites.builders.tasks import format_point, tool_point

_TOWNS = ("Alder", "Brook", "Cliffton", "Dunmore", "Eastby", "Fernley", "Grange", "Harrow")
_SUBJECTS = ("bicycle", "bus", "car", "truck")


class ChartSlide(Scenario):
    """A picture tells which column is charted; the chart is saved wrong, and first stands on the footer."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)
    sabotage = Sabotage(tool="charts/bar_chart", fault="mirror_picture", path="chart.png")
    repeats = True

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._subject = draw.pick(_SUBJECTS, "subject")
        self._sketch = WorldFile(
            draw.photo_name(),
            "illustration",
            f"three {self._subject}, background street",
            draw.media_number(),
        )
        towns = draw.sample(_TOWNS, 6, "towns")
        counts = {
            subject: dict(zip(towns, draw.sample(range(120, 990, 7), 6, subject), strict=True))
            for subject in _SUBJECTS
        }
        empty = draw.pick(towns, "empty")
        counts[self._subject][empty] = 0
        self._columns = {subject: _named(subject) for subject in _SUBJECTS}
        self._counts = counts
        table: list[list[object]] = [["Place", *self._columns.values()]]
        table += [[town, *(counts[subject][town] for subject in _SUBJECTS)] for town in towns]
        self.inputs = given(self._sketch, DataFile("counts.csv", "csv", table))
        self.words = {"sketch": self._sketch}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        subject = self._subject
        perceive = [call("charts/preview_table", data_path="counts.csv")]
        if skipped is Shortcut.BLIND:
            subject = next(name for name in _SUBJECTS if name != self._subject)
        else:
            perceive.append(call("render/render_picture", path=self._sketch.name))
        seen = yield perceive
        path, points = "traffic.pptx", self._points(subject)
        chart = call(
            "charts/bar_chart", *seen, output_path="chart.png", x="Place", y="Count", width=700, height=400,
            rows=[{"Place": town, "Count": count} for town, count in points], title=self._columns[subject],
        )  # fmt: skip
        (drawn, _) = yield [chart, create_deck(path)]
        if skipped is None:
            for _ in range(self.failures):
                yield [call("render/render_picture", path="chart.png")]
                (drawn,) = yield [chart]
        yield [add_slide(path)]
        yield [self._text(f"{points[0][0]} counts most", 0.6, 1.8, 32)]
        rough = skipped in (None, Shortcut.UNINSPECTED)
        (picture,) = yield [add_picture(path, "chart.png", (3, 2.8, 28 if rough else 22), drawn)]
        yield [self._text("Source: traffic count", 17.4, 1.1, 14)]
        if skipped is None:
            yield [call("render/render_document", path=path)]
            high = round(22.0 * picture.data["height_cm"] / picture.data["width_cm"], 3)
            yield [place_shape(path, picture, left_cm=6, width_cm=22.0, height_cm=high)]
            yield [call("render/render_document", path=path), call("render/render_picture", path="chart.png")]
        yield done("The slide is ready.", path, "chart.png")
        return self._solution(path)

    def _text(self, words: str, top: float, height: float, size: float) -> PlannedCall:
        return add_text("traffic.pptx", words, size, (2, top, 29, height))

    def _points(self, subject: str) -> list[tuple[str, int]]:
        counted = [(town, count) for town, count in self._counts[subject].items() if count]
        return sorted(counted, key=lambda point: -point[1])

    def _solution(self, path: str) -> Solution:
        points = self._points(self._subject)
        texts = (f"{points[0][0]} counts most", "Source: traffic count")
        return solved(
            "traffic.pptx has the chart.",
            format_point("The slide has headline and source.", SlideTexts(path, texts)),
            tool_point(
                "The chart has the counts in order, and its picture is right.",
                ChartData("chart.png", "bar", tuple(points), self._columns[self._subject]),
            ),
            tool_point("The chart is on the slide.", SlidePictures(path, 1, ("chart.png",))),
            tool_point("Nothing covers anything or leaves the slide.", PageLayout(path)),
        )


def _named(subject: str) -> str:
    return {"bus": "Buses"}.get(subject, f"{subject.capitalize()}s")
