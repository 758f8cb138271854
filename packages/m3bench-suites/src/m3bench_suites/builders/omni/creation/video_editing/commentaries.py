"""Commentaries that fit a film, and banners that cover nothing."""

from __future__ import annotations

import math

from m3bench.checks import FilmCaptions, FilmDuration, FilmFrame, SoundTranscript, TextFile
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.video_editing.films import draw_film
from m3bench_suites.builders.omni.recordings import speech_seconds
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.video import FilmTruth

_FIRST = "Meet the {name} {product}."
_OPTIONAL = (
    "Our team has tested it for months, in heavy rain, in deep snow and in the heat of the summer.",
    "People take it to work, to school, and on every long journey.",
    "It was made by a small family business near the sea.",
    "More than ten thousand happy customers use it every single day.",
    "You will find it in all of our shops, and of course on the internet.",
)
_LAST = (
    "You can have it in {count} colors.",
    "It costs less than {dollars} dollars.",
    "Order it today, and it will be with you before the weekend.",
)
_COUNTS = {2: "two", 3: "three"}
_BANNERS = ("This week only", "New in our shops", "Our gift idea", "Members save more")


class ProductCommentary(Scenario):
    """A commentary that must fit a clip, and a banner that must not cover the clip's own captions."""

    sabotage = Sabotage(
        tool="speech-synthesis/speak", fault="mute_part", call=2, settings={"start": 0.8, "end": 5.0}
    )
    repeats = True
    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._optional = draw.sample(_OPTIONAL, 4, "optional")
        self._film = draw_film(draw, "product_clip", fits=lambda truth: self._most_kept(truth) is not None)
        facts = self._film.truth.facts
        self._kept = self._most_kept(self._film.truth) or 0
        self._banner = draw.pick(_BANNERS, "banner")
        named = {"name": "NAME", "product": "PRODUCT", "count": "NUMBER", "dollars": "PRICE"}
        blocks = [{"heading": "Commentary"}, {"text": _FIRST.format(**named)}]
        blocks += [{"text": f"[{sentence}]"} for sentence in self._optional]
        blocks += [{"text": sentence.format(**named)} for sentence in _LAST]
        self.inputs = given(self._film.file, DataFile("commentary.docx", "docx", blocks))
        self.words = {"film": self._film, "banner": self._banner}
        self.shown = (facts["name"], facts["price"])
        self.key_facts = (facts["name"], facts["price"])

    def _text(self, kept: int, truth: FilmTruth) -> str:
        sentences = (_FIRST, *self._optional[:kept], *_LAST)
        facts = {
            "name": truth.facts["name"],
            "product": truth.facts["product"],
            "count": _COUNTS[len(truth.facts["colours"])],
            "dollars": _dollars(truth),
        }
        return " ".join(sentence.format(**facts) for sentence in sentences)

    def _most_kept(self, truth: FilmTruth) -> int | None:
        """Return how many sentences in brackets can be kept, with a clear difference to one more."""
        lengths = [
            speech_seconds(self._text(kept, truth), "heart") for kept in range(len(self._optional) + 1)
        ]
        fitting = [kept for kept, length in enumerate(lengths) if length <= truth.seconds - 0.1]
        if not fitting or fitting[-1] == len(self._optional):
            return None
        return fitting[-1] if lengths[fitting[-1] + 1] >= truth.seconds + 0.3 else None

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, facts, truth = self._film.name, self._film.truth.facts, self._film.truth
        read, *seen = yield [
            call("word/read_paragraphs", path="commentary.docx"),
            *(
                [call("video/contact_sheet", path=film, count=16), call("video/detect_cuts", path=film)]
                if skipped is not Shortcut.BLIND
                else [call("video/probe", path=film)]
            ),
        ]
        shot, texts = truth.cuts[-1], [self._text(kept, truth) for kept in (len(self._optional), self._kept)]
        caption = f"{facts['name']} {facts['product']}\n$ {facts['price']}\n"
        if skipped is Shortcut.BLIND:
            shot, caption = truth.seconds - 3.0, "Our new product\n$ 49.90\n"
            texts = [text.replace(f"{_dollars(truth)} dollars", "50 dollars") for text in texts]
        yield from self._spoken(texts[0], film, read, *seen)
        if skipped is Shortcut.UNINSPECTED:
            yield [self._titled(shot, "bottom")]
        else:
            (heard,) = yield [call("speech-recognition/transcribe", path="voiced.mp4")]
            yield from self._spoken(texts[1], film, heard)
            for _ in range(self.failures if skipped is not Shortcut.TRUSTING else 0):
                (hole,) = yield [call("speech-recognition/transcribe", path="voiced.mp4")]
                yield from self._spoken(texts[1], film, hole)
            yield [self._titled(shot, "bottom")]
            (covered,) = yield [call("video/contact_sheet", path="spot.mp4", count=16)]
            yield [self._titled(shot, "top", covered)]
            if skipped is None:
                yield [
                    call("video/contact_sheet", path="spot.mp4", count=16),
                    call("speech-recognition/transcribe", path="spot.mp4"),
                ]
        yield [call("files/write_text", *seen, path="caption.txt", text=caption)]
        yield done("The spot is ready.", "spot.mp4", "caption.txt")
        return self._solution(film)

    def _spoken(self, text: str, film: str, *uses: CallResult) -> Steps[None]:
        """Speak a commentary and lay it over the film."""
        yield [call("speech-synthesis/speak", *uses, text=text, voice="heart", output_path="voice.wav")]
        yield [call("video/replace_sound", path=film, sound_path="voice.wav", output_path="voiced.mp4")]

    def _titled(self, start: float, place: str, *uses: CallResult) -> PlannedCall:
        return call(
            "video/overlay_text", *uses, path="voiced.mp4", text=self._banner, place=place, start=start,
            output_path="spot.mp4",
        )  # fmt: skip

    def _solution(self, film: str) -> Solution:
        truth, facts = self._film.truth, self._film.truth.facts
        lines = (f"{facts['name']} {facts['product']}", f"$ {facts['price']}")
        banner = FilmCaptions(
            "spot.mp4", film, ((truth.cuts[-1], truth.seconds),), from_height=0.0, until_height=0.3
        )
        return solved(
            "spot.mp4 has a commentary that fits, and a banner in the shot with the price.",
            format_point(
                "The film has its length and size.", FilmDuration("spot.mp4", truth.seconds, size=truth.size)
            ),
            format_point("It has the shots of the original.", FilmFrame("spot.mp4", 2.0, film, 2.0)),
            tool_point(
                "The commentary is complete, with as many sentences as fit.",
                SoundTranscript("spot.mp4", self._text(self._kept, truth), most_errors=0.15),
            ),
            tool_point("The banner is at the top, only in the shot with the price.", banner),
            tool_point("caption.txt has name and price as shown.", TextFile("caption.txt", lines=lines)),
        )


def _dollars(truth: FilmTruth) -> int:
    """Return the next whole dollar above the price."""
    return math.ceil(float(truth.facts["price"]) + 0.001)
