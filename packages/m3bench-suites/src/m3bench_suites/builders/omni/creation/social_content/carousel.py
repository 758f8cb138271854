"""A recipe as a row of pictures to swipe through."""

from __future__ import annotations

from m3bench.checks import FilmFrame, NoStrayFiles, PageLayout, SlidePictures, SlideTexts, TextFile, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.slides import add_picture, add_slide, add_text, create_deck
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT, _LIST, _STYLE = "carousel.pptx", "shopping.txt", "style.html"
_KIND, _FOLDER, _SIDE = "cooking", "steps", 20.0
_PLURALS = {"tomato": "tomatoes", "radish": "radishes"}
_FOR, _MOST_SECONDS = 2, 34.0


class RecipeCarousel(Scenario):
    """A cooking clip becomes slides: the right moment of each step, and amounts for more people."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        numbers = [draw.media_number(part) for part in range(10)]
        films = {number: draw.world.video.film(_KIND, number).truth for number in numbers[:6]}
        number = next((key for key in films if films[key].seconds <= _MOST_SECONDS), numbers[0])
        self._truth = films[number]
        self._clip = draw.film_name()
        self._factor = draw.whole(2, 4, "factor")
        self._eaters = _FOR * self._factor
        self._name = draw.pick(("Sunday bowl", "Garden bowl", "Bowl of the week", "Rainbow bowl"), "name")
        words = (
            "<h1>Carousel</h1>",
            "<p>A step: <b>Step 1: 4 apples</b></p>",
            f"<p>The last slide: <b>{self._name}: rest 5 minutes</b></p>",
            "<p>The list: a line for each ingredient, such as <b>4 apples</b>, in the order of the steps</p>",
        )
        style = "\n".join(("<!doctype html>", "<html><body>", *words, "</body></html>", ""))
        self.inputs = given(WorldFile(self._clip, "film", _KIND, number), DataFile(_STYLE, "text", style))
        self.words = {"people": _FOR, "side": _SIDE, "clip": self._clip, "eaters": self._eaters}

    @property
    def _steps(self) -> list[dict[str, int | str]]:
        return list(self._truth.facts["steps"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        looks = [call("files/read_text", path=_STYLE)]
        if skipped is not Shortcut.BLIND:
            looks += [
                call("video/contact_sheet", path=self._clip, count=(int(self._truth.seconds / 2) + 2)),
                call("video/detect_cuts", path=self._clip),
            ]
        uses = list((yield looks))
        if skipped is not Shortcut.UNASKED:
            uses += yield ask("For how many people is the dinner?", uses=uses)
        yield from self._stills(skipped, uses)
        yield from self._deck(skipped, uses)
        amounts = self._amounts(skipped)
        yield [call("files/write_text", *uses, path=_LIST, text="\n".join(amounts) + "\n")]
        if skipped is None:
            yield [call("render/render_document", path=_OUT), call("files/read_text", path=_LIST)]
        yield done("The carousel is ready.", _OUT, _LIST)
        return self._solution()

    def _stills(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        shots = self._truth.shots[: len(self._steps)]
        middle = [round((shot.start + shot.end) / 2, 1) for shot in shots]
        early = [round(shot.start + 0.2, 1) for shot in shots]
        step = self._truth.seconds / (len(shots) + 1)
        blind = [round(step * (index + 0.5), 1) for index in range(len(shots))]
        tries = {None: (middle, early), Shortcut.UNINSPECTED: (middle,), Shortcut.BLIND: (blind,)}.get(
            skipped, (early,)
        )
        for times in tries:
            yield [call("video/extract_frames", *uses, path=self._clip, times=times, output_folder=_FOLDER)]

    def _deck(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        amounts = self._amounts(skipped)
        yield [create_deck(_OUT, width_cm=_SIDE, height_cm=_SIDE)]
        for index, amount in enumerate(amounts, 1):
            yield [add_slide(_OUT)]
            yield [add_picture(_OUT, f"{_FOLDER}/frame_{index:02}.png", (1, 1, 18), slide=index)]
            yield [_text(index, f"Step {index}: {amount}", 13, *uses)]
        yield [add_slide(_OUT)]
        minutes = 10 if skipped is Shortcut.BLIND else self._truth.facts["minutes"]
        yield [_text(len(amounts) + 1, f"{self._name}: rest {minutes} minutes", 8, *uses)]

    def _amounts(self, skipped: Shortcut | None = None) -> list[str]:
        if skipped is Shortcut.BLIND:
            return [f"{4 * self._factor} apples"] * 3
        factor = 1 if skipped is Shortcut.UNASKED else self._factor
        return [_amount(int(step["count"]) * factor, str(step["ingredient"])) for step in self._steps]

    def _solution(self) -> Solution:
        amounts = self._amounts()
        slides = [(f"Step {index}: {amount}",) for index, amount in enumerate(amounts, 1)]
        slides.append((f"{self._name}: rest {self._truth.facts['minutes']} minutes",))
        stills = [
            FilmFrame(
                f"{_FOLDER}/frame_{index:02}.png", source=self._clip, source_at=round(shot.start + 0.2, 1),
                similarity=0.995,
            )
            for index, shot in enumerate(self._truth.shots[: len(amounts)], 1)
        ]  # fmt: skip
        return solved(
            f"{_OUT} has {len(slides)} slides, {_LIST} what to buy.",
            tool_point(
                "The slides have the steps with the amounts for all who eat.",
                SlideTexts(_OUT, per_slide=tuple(slides), at_least=len(slides)),
            ),
            tool_point("The stills show all ingredients, and no caption.", *stills),
            format_point(
                "The stills are on the slides.", SlidePictures(_OUT, len(amounts), (f"{_FOLDER}/*.png",))
            ),
            tool_point("All texts fit and cover nothing.", PageLayout(_OUT, smallest=28)),
            tool_point("The list has everything, in order.", TextFile(_LIST, tuple(amounts), folded=True)),
            tool_point("The cook was asked for how many it is.", UserAsked(("number of people",))),
            format_point("The clip is as it was.", NoStrayFiles((_OUT, _LIST, f"{_FOLDER}/*.png"))),
        )


def _amount(count: int, ingredient: str) -> str:
    name = ingredient if count == 1 else _PLURALS.get(ingredient, f"{ingredient}s")
    return f"{count} {name}"


def _text(slide: int, text: str, top: float, *uses: CallResult) -> PlannedCall:
    return add_text(_OUT, text, 36, (1, top, 18, 4), *uses, slide=slide)
