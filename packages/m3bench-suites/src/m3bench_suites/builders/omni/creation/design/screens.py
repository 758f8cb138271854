"""A page for the small screen at a shelf."""

from __future__ import annotations

from m3bench.checks import TextFile, WebLayout
from m3bench.core import Shortcut
from m3bench.suites import DataFile, Plan, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.design.pages import web_page
from m3bench_suites.builders.tasks import format_point, tool_point

_WIDTH = 480
_GOODS = (
    "apple",
    "pear",
    "lemon",
    "strawberry",
    "pumpkin",
    "carrot",
    "tomato",
    "pineapple",
    "corn",
    "grapes",
)
_GROUNDS = ("white", "beige", "wood", "fabric")


class ShelfScreen(Scenario):
    """Photographs are wider than the screen, and only they tell which of them is which."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._goods = draw.sample(_GOODS, 3, "goods")
        cents = draw.sample(range(90, 640, 10), 3, "prices")
        self._prices = dict(zip(self._goods, cents, strict=True))
        self._photos = {
            name: WorldFile(
                draw.photo_name(part),
                "illustration",
                f"two {name} in the center, background {draw.pick(_GROUNDS, 'ground', part)}",
                draw.media_number(part),
            )
            for part, name in enumerate(self._goods)
        }
        others = [name for name in _GOODS if name not in self._goods]
        rows = [[name.capitalize(), draw.whole(90, 640, "other", name) / 100] for name in others]
        rows += [[name.capitalize(), price / 100] for name, price in self._prices.items()]
        table = [["Article", "Dollars per kg"], *sorted(rows)]
        self.inputs = given(*self._photos.values(), DataFile("prices.xlsx", "xlsx", {"Prices": table}))
        named = ", ".join(photo.name for photo in self._photos.values())
        self.words = {"width": _WIDTH, "photos": named}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        perceive = [call("sheets/read_range", path="prices.xlsx")]
        if skipped is not Shortcut.BLIND:
            perceive += [call("render/render_picture", path=photo.name) for photo in self._photos.values()]
        seen = yield perceive
        order = self._goods if skipped is Shortcut.BLIND else self._order()
        photos = dict(self._photos)
        if skipped is Shortcut.BLIND:
            first, second, third = self._goods
            photos = {first: photos[second], second: photos[third], third: photos[first]}
        body = ["<h1>This week</h1>"]
        for name in order:
            body += [
                f'<img src="{photos[name].name}" alt="">',
                f"<h2>{name.capitalize()}</h2>",
                f"<p>{self._price(name)}</p>",
            ]
        fitting = skipped is Shortcut.BLIND
        page = web_page("This week", body, ("img { max-width: 100%; }",) if fitting else ())
        yield [call("files/write_text", *seen, path="screen.html", text=page)]
        if skipped is None:
            yield [call("render/render_html", path="screen.html", width=_WIDTH)]
            yield [
                call(
                    "files/edit_text",
                    path="screen.html",
                    old_text="</style>",
                    new_text="img { max-width: 100%; }\n</style>",
                )
            ]
            yield [call("render/render_html", path="screen.html", width=_WIDTH)]
        yield done("The page is ready.", "screen.html")
        return self._solution()

    def _order(self) -> list[str]:
        return sorted(self._goods, key=lambda name: self._prices[name])

    def _price(self, name: str) -> str:
        return f"${self._prices[name] / 100:.2f} per kg"

    def _solution(self) -> Solution:
        order = self._order()
        offers = " ".join(f"{name.capitalize()} {self._price(name)}" for name in order)
        photos = tuple(self._photos[name].name for name in order)
        layout = WebLayout("screen.html", ("This week", offers), photos, (_WIDTH,), 18, ordered=True)
        return solved(
            "screen.html shows the three offers, the cheapest first.",
            format_point("screen.html is a page.", TextFile("screen.html", contains=("<html", "</html>"))),
            format_point("It shows the photographs.", TextFile("screen.html", contains=photos)),
            tool_point(
                "All offers are to be seen on the screen, cheapest first, with the right photographs.", layout
            ),
        )
