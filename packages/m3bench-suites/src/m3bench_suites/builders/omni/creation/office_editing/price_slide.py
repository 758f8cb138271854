"""A slide made from a price list."""

from __future__ import annotations

from m3bench.checks import FileExists, PageLayout, SlideTable, SlideTexts
from m3bench.core import Difficulty, Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.scenario import Inputs, Scenario
from m3bench_suites.builders.tasks import format_point, tool_point

_HEIGHT_CM = 19.05
_FOOTER_CM = 1.2


class PriceSlide(Scenario):
    """A slide with a table whose rows grow when it is shown, and a footer that must stay free."""

    difficulty = Difficulty.MEDIUM
    servers = ("sheets", "slides", "render", "claim-done")
    distractors = ("word", "pdf", "charts", "image-toolkit")
    closed_loop = True
    shortcuts = (Shortcut.UNINSPECTED,)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number = draw.media_number()
        self._list = draw.world.documents.document("price_list", number)
        goods = self._list.truth["rows"][1:9]
        self._rows = tuple((article, f"{price:.2f}") for _, article, price, _ in goods)
        self._title = draw.pick(
            ("Our prices this spring", "What we offer now", "Prices for regulars"), "title"
        )
        self._footer = draw.pick(("All prices include VAT.", "Valid until the end of the quarter."), "footer")
        self.inputs = Inputs(world_files=(WorldFile("prices.xlsx", "document", "price_list", number),))
        self.words = {"title": self._title, "footer": self._footer}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "offer.pptx"
        (_, prices) = yield [
            call("slides/create_deck", path=path),
            call("sheets/read_range", path="prices.xlsx"),
        ]
        yield [call("slides/add_slide", path=path, layout="Blank")]
        rows = [["Article", "Price"], *map(list, self._rows)]
        yield [
            call(
                "slides/add_text_box", path=path, slide=1, text=self._title, size=30,
                left_cm=2, top_cm=0.6, width_cm=29, height_cm=1.8,
            )
        ]  # fmt: skip
        (table,) = yield [
            call(
                "slides/add_table", prices, path=path, slide=1, rows=rows, size=20,
                left_cm=4, top_cm=6.0, width_cm=26, height_cm=6,
            )
        ]  # fmt: skip
        yield [
            call(
                "slides/add_text_box", path=path, slide=1, text=self._footer, size=14,
                left_cm=2, top_cm=_HEIGHT_CM - _FOOTER_CM - 0.2, width_cm=29, height_cm=_FOOTER_CM,
            )
        ]  # fmt: skip
        if skipped is not Shortcut.UNINSPECTED:
            yield [call("render/render_document", path=path)]
            yield [
                call(
                    "slides/place_shape", table, path=path, slide=1, shape=table.data["shape"],
                    top_cm=2.8, height_cm=13.5,
                )
            ]  # fmt: skip
            yield [call("render/render_document", path=path)]
        yield [call("claim-done/claim_done", summary="The slide is ready.", artefacts=[path])]
        return Solution(
            answer=f"{path} has one slide with the prices of eight articles.",
            points=(
                format_point("offer.pptx is a deck.", FileExists(path)),
                tool_point("It shows headline and footer.", SlideTexts(path, (self._title, self._footer))),
                tool_point("It has the prices of the first eight articles.", SlideTable(path, self._rows)),
                tool_point("Nothing covers anything or runs off the slide.", PageLayout(path)),
            ),
        )
