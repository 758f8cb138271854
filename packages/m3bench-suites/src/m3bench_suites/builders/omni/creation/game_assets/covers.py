"""The cover of a game for the shop: a moment of play with a title on it."""

from __future__ import annotations

from m3bench.checks import FilmStill, PictureRegions, PictureTexts, TextFile
from m3bench.core import Shortcut
from m3bench.suites import Plan, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.game_assets.clips import draw_clip
from m3bench_suites.builders.tasks import format_point, tool_point

_STILL = "stills/frame_01.png"
_BAND = (8, 46, 440, 118)
_LETTERS = 30
_TITLES = (
    "Coins of the Quiet Valley: Deluxe Edition",
    "The Long Way Home: A Story of Small Steps",
    "Little Paws and the Lost Treasure of Brim",
    "Over Hill and Over Dale: Collector's Issue",
)


class ShopCover(Scenario):
    """The title is too long for one line, and score and lives must stay free."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = draw_clip(draw)
        self._title = draw.pick(_TITLES, "title")
        self.inputs = given(self._clip.file)
        self.words = {"letters": _LETTERS, "band": _BAND, "clip": self._clip, "title": self._title}
        facts = self._clip.facts
        self.shown = (facts["hero"], str(facts["score"]))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip, blind = self._clip, skipped is Shortcut.BLIND
        moment = 1.0 if blind else clip.coins_done + 0.3
        if not blind:
            yield [call("video/contact_sheet", path=clip.name, count=min(60, round(clip.seconds * 2)))]
        (frame,) = yield [
            call("video/extract_frames", path=clip.name, times=[round(moment, 2)], output_folder="stills")
        ]
        lines = ["Hero: dog", "Levels: 3", "Score: 100"] if blind else self._lines()
        whole = self._note(self._title)
        parts = self._note(_halved(self._title))
        yield [
            call(
                "image-toolkit/annotate", frame, path=_STILL, output_path="cover.png",
                notes=parts if blind else whole,
            ),
            call("files/write_text", path="listing.txt", text="\n".join(lines) + "\n"),
        ]  # fmt: skip
        if skipped is None:
            yield [call("image-toolkit/show", path="cover.png")]
            yield [call("image-toolkit/annotate", frame, path=_STILL, output_path="cover.png", notes=parts)]
            yield [call("image-toolkit/show", path="cover.png"), call("files/read_text", path="listing.txt")]
        yield done("The cover is ready.", "cover.png", _STILL, "listing.txt")
        return solved(
            "cover.png shows the moment with the title.",
            format_point(
                "listing.txt says what the film shows.", TextFile("listing.txt", lines=self._lines())
            ),
            tool_point(
                "The frame is the moment after the last coin.",
                FilmStill("stills/*.png", clip.name, clip.coins_done, clip.quiet_until),
            ),
            tool_point(
                "The title is in its band and complete, and all else is as in the frame.",
                PictureRegions("cover.png", _STILL, changed=(_BAND,), most_outside=0.001),
                PictureTexts("cover.png", (self._title,), _STILL, _BAND),
            ),
        )

    def _lines(self) -> tuple[str, ...]:
        facts = self._clip.facts
        return f"Hero: {facts['hero']}", f"Levels: {len(facts['levels'])}", f"Score: {facts['score']}"

    def _note(self, text: str) -> list[dict[str, object]]:
        return [{"kind": "text", "start": [16, 48], "text": text, "color": "white", "size": _LETTERS}]


def _halved(title: str) -> str:
    """Return a title in two lines of about the same length."""
    words = title.split()
    breaks = range(1, len(words))
    best = min(breaks, key=lambda at: abs(len(" ".join(words[:at])) - len(" ".join(words[at:]))))
    return " ".join(words[:best]) + "\n" + " ".join(words[best:])
