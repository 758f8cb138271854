"""A slide made from a price list."""

from __future__ import annotations

from m3bench.checks import FileExists, PageLayout, SlideTable, SlideTexts
from m3bench.core import Shortcut
from m3bench.suites import Plan, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, revise, solved
from m3bench_suites.builders.omni.slides import add_slide, add_table, add_text, create_deck, place_shape
from m3bench_suites.builders.tasks import format_point, tool_point

_HEIGHT_CM = 19.05
_FOOTER_CM = 1.2


class PriceSlide(Scenario):
    """A slide with a table whose rows grow when it is shown, and a footer that must stay free."""

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
        self.inputs = given(WorldFile("prices.xlsx", "document", "price_list", number))
        self.words = {"title": self._title, "footer": self._footer}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        path = "offer.pptx"
        (_, prices) = yield [create_deck(path), call("sheets/read_range", path="prices.xlsx")]
        yield [add_slide(path)]
        rows = [["Article", "Price"], *map(list, self._rows)]
        yield [add_text(path, self._title, 30, (2, 0.6, 29, 1.8))]
        (table,) = yield [add_table(path, rows, 20, (4, 6.0, 26, 6), prices)]
        yield [add_text(path, self._footer, 14, (2, _HEIGHT_CM - _FOOTER_CM - 0.2, 29, _FOOTER_CM))]
        if skipped is not Shortcut.UNINSPECTED:
            yield from revise(path, place_shape(path, table, top_cm=2.8, height_cm=13.5))
        yield done("The slide is ready.", path)
        return solved(
            f"{path} has one slide with the prices of eight articles.",
            format_point("offer.pptx is a deck.", FileExists(path)),
            tool_point("It shows headline and footer.", SlideTexts(path, (self._title, self._footer))),
            tool_point("It has the prices of the first eight articles.", SlideTable(path, self._rows)),
            tool_point("Nothing covers anything or runs off the slide.", PageLayout(path)),
        )
