"""A slide with a chart, for a meeting."""

from __future__ import annotations

from m3bench.checks import ChartData, PageLayout, SlidePictures, SlideTexts
from m3bench.core import Difficulty, Sabotage, Shortcut
from m3bench.suites import DataFile, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.tasks import format_point, tool_point

_TOWNS = ("Alder", "Brook", "Cliffton", "Dunmore", "Eastby", "Fernley", "Grange", "Harrow")
_SUBJECTS = ("bicycle", "bus", "car", "truck")


class ChartSlide(Scenario):
    """A picture tells which column is charted; the chart is saved wrong, and first stands on the footer."""

    difficulty = Difficulty.MEDIUM
    servers = ("charts", "slides", "render", "claim-done")
    distractors = ("word", "sheets", "image-generation", "pdf")
    closed_loop = True
    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)
    sabotage = Sabotage(tool="charts/bar_chart", fault="mirror_picture", path="chart.png")

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
        self.inputs = Inputs(world_files=(self._sketch,), files=(DataFile("counts.csv", "csv", table),))
        self.words = {"sketch": self._sketch}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        subject = self._subject
        perceive = [call("charts/preview_table", data_path="counts.csv")]
        if skipped is Shortcut.BLIND:
            subject = next(each for each in _SUBJECTS if each != self._subject)
        else:
            perceive.append(call("render/render_picture", path=self._sketch.name))
        seen = yield perceive
        path, points = "traffic.pptx", self._points(subject)
        chart = call(
            "charts/bar_chart", *seen, output_path="chart.png", x="Place", y="Count", width=700, height=400,
            rows=[{"Place": town, "Count": count} for town, count in points], title=self._columns[subject],
        )  # fmt: skip
        (drawn, _) = yield [chart, call("slides/create_deck", path=path)]
        if skipped is None:
            yield [call("render/render_picture", path="chart.png")]
            (drawn,) = yield [chart]
        yield [call("slides/add_slide", path=path, layout="Blank")]
        yield [self._text(f"{points[0][0]} counts most", 0.6, 1.8, 32)]
        rough = skipped in (None, Shortcut.UNINSPECTED)
        (picture,) = yield [
            call(
                "slides/add_picture", drawn, path=path, slide=1, picture="chart.png",
                left_cm=3, top_cm=2.8, width_cm=28 if rough else 22,
            )
        ]  # fmt: skip
        yield [self._text("Source: traffic count", 17.4, 1.1, 14)]
        if skipped is None:
            yield [call("render/render_document", path=path)]
            shape = picture.data["shape"]
            wide, high = 22.0, round(22.0 * picture.data["height_cm"] / picture.data["width_cm"], 3)
            yield [
                call(
                    "slides/place_shape", picture, path=path, slide=1, shape=shape,
                    left_cm=6, width_cm=wide, height_cm=high,
                )
            ]  # fmt: skip
            yield [call("render/render_document", path=path), call("render/render_picture", path="chart.png")]
        yield [call("claim-done/claim_done", summary="The slide is ready.", artefacts=[path, "chart.png"])]
        return self._solution(path)

    def _text(self, words: str, top: float, height: float, size: float) -> PlannedCall:
        return call(
            "slides/add_text_box", path="traffic.pptx", slide=1, text=words, size=size,
            left_cm=2, top_cm=top, width_cm=29, height_cm=height,
        )  # fmt: skip

    def _points(self, subject: str) -> list[tuple[str, int]]:
        counted = [(town, count) for town, count in self._counts[subject].items() if count]
        return sorted(counted, key=lambda point: -point[1])

    def _solution(self, path: str) -> Solution:
        points = self._points(self._subject)
        texts = (f"{points[0][0]} counts most", "Source: traffic count")
        return Solution(
            answer="traffic.pptx has the chart.",
            points=(
                format_point("The slide has headline and source.", SlideTexts(path, texts)),
                tool_point(
                    "The chart has the counts in order, and its picture is right.",
                    ChartData("chart.png", "bar", tuple(points), self._columns[self._subject]),
                ),
                tool_point("The chart is on the slide.", SlidePictures(path, 1, ("chart.png",))),
                tool_point("Nothing covers anything or leaves the slide.", PageLayout(path)),
            ),
        )


def _named(subject: str) -> str:
    return {"bus": "Buses"}.get(subject, f"{subject.capitalize()}s")
