"""The page of a product, from its film."""

from __future__ import annotations

from m3bench.checks import FilmStill, TextFile, WebLayout
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.design.pages import web_page
from m3bench_suites.builders.tasks import format_point, tool_point

_OFF = 20
_OTHERS = {
    "backpack": "Tarn backpack",
    "laptop": "Tarn laptop",
    "keyboard": "Tarn keyboard",
    "book": "Tarn book",
}
_FRAME = 0.1


class ProductPage(Scenario):
    """Stills without captions, a price with a discount, and only what is in stock."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        number = draw.media_number()
        truth = draw.world.video.film("product_clip", number).truth
        facts = truth.facts
        self._name = f"{facts['name']} {facts['product']}"
        self._claim = facts["claim"]
        cents = round(float(facts["price"]) * 100) * (100 - _OFF) // 100
        self._price = f"$ {cents / 100:.2f}"
        self._full = f"$ {facts['price']}"
        self._colours: list[str] = list(facts["colours"])
        starts, ends = truth.cuts, (*truth.cuts[1:], truth.seconds)
        captions = truth.captions
        self._spans = {
            colour: (captions[index + 1].end, round(ends[index] - _FRAME, 3))
            for index, colour in enumerate(self._colours)
        }
        self._middles = {
            colour: round((starts[index] + ends[index]) / 2, 2) for index, colour in enumerate(self._colours)
        }
        self._gone = draw.pick(self._colours, "gone")
        self._left = [colour for colour in self._colours if colour != self._gone]
        self._film = WorldFile(draw.film_name(), "film", "product_clip", number)
        rows: list[list[object]] = [
            [self._name, colour, 0 if colour == self._gone else draw.whole(2, 60, "stock", colour)]
            for colour in self._colours
        ]
        rows.append([_OTHERS[facts["product"]], self._gone, draw.whole(2, 60, "stock", "other")])
        table = [["Product", "Colour", "In stock"], *draw.sample(rows, len(rows), "order")]
        self.inputs = given(self._film, DataFile("stock.xlsx", "xlsx", {"Stock": table}))
        self.words = {"percent": _OFF, "film": self._film}
        self.key_facts = (facts["price"],)
        self.shown = (facts["name"], facts["price"], self._claim)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        blind, film = skipped is Shortcut.BLIND, self._film.name
        perceive = [call("sheets/read_range", path="stock.xlsx")]
        if not blind:
            perceive += [
                call("video/contact_sheet", path=film, count=24),
                call("video/detect_cuts", path=film),
            ]
        seen = yield perceive
        middles = [self._middles[colour] for colour in self._left]
        times = [1.0 + index for index in range(len(self._left))] if blind else middles
        drafts = yield [call("video/extract_frames", *seen, path=film, times=times, output_folder="frames")]
        if skipped is None:
            later = [round(self._spans[colour][0] + 0.2, 2) for colour in self._left]
            drafts = yield [
                call("video/extract_frames", *seen, path=film, times=later, output_folder="frames")
            ]
        moved = yield [
            call("files/move", *drafts, source=f"frames/frame_{number:02}.png", target=f"{colour}.png")
            for number, colour in enumerate(self._left, 1)
        ]
        page = self._page(blind=blind)
        yield [call("files/write_text", *seen, *moved, path="product.html", text=page)]
        if skipped is None:
            yield [call("render/render_html", path="product.html", width=width) for width in (1280, 390)]
            yield [
                call(
                    "files/edit_text", path="product.html", old_text="figure { margin: 0; }",
                    new_text="figure { margin: 0; }\n.row { flex-wrap: wrap; }\nimg { max-width: 100%; }",
                )
            ]  # fmt: skip
            yield [
                *(call("render/render_html", path="product.html", width=width) for width in (1280, 390)),
                *(call("render/render_picture", path=f"{colour}.png") for colour in self._left),
            ]
        yield done("The page is ready.", "product.html", *(f"{colour}.png" for colour in self._left))
        return self._solution()

    def _page(self, *, blind: bool) -> str:
        price, claim = ("$ 99.00", "Best quality") if blind else (self._price, self._claim)
        body = [f"<h1>{self._name}</h1>", f"<p>{claim}</p>", f"<p>{price}</p>", '<div class="row">']
        for colour in self._left:
            picture = f'<img src="{colour}.png" alt="">'
            body.append(f"<figure>{picture}<figcaption>In {colour}</figcaption></figure>")
        style = [".row { display: flex; gap: 16px; }", "figure { margin: 0; }"]
        if blind:
            style.append(".row { flex-wrap: wrap; } img { max-width: 100%; }")
        return web_page(self._name, [*body, "</div>"], style)

    def _solution(self) -> Solution:
        pictures = tuple(f"{colour}.png" for colour in self._left)
        lines = tuple(f"In {colour}" for colour in self._left)
        return solved(
            "product.html is the page of the product.",
            format_point("The page shows the pictures.", TextFile("product.html", contains=pictures)),
            tool_point(
                "The pictures are frames of their colours, without captions.",
                *(FilmStill(f"{colour}.png", self._film.name, *self._spans[colour]) for colour in self._left),
            ),
            *(
                tool_point(
                    f"At {width} pixels everything is there and nothing is cut off.",
                    WebLayout(
                        "product.html",
                        (self._name, self._claim, self._price, *lines),
                        pictures,
                        (width,),
                        16,
                        (self._full, f"In {self._gone}"),
                        ordered=True,
                    ),
                )
                for width in (390, 1280)
            ),
        )
