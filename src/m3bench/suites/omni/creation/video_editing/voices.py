"""Sound for films: a line that is replaced by a dictated one, and a commentary that fits the picture."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence

from m3bench.checks import (
    FilmCaptions,
    FilmDuration,
    FilmFrame,
    FilmSound,
    SoundTranscript,
    TextFile,
)
from m3bench.core import Difficulty, Sabotage
from m3bench.suites.omni.creation._shared.speech import speech_file, speech_seconds
from m3bench.suites.omni.creation.video_editing.films import draw_film
from m3bench.suites.omni.family import TaskDraw
from m3bench.suites.omni.points import format_point, tool_point
from m3bench.suites.omni.scenario import Inputs, Scenario
from m3bench.suites.plans import (
    CallResult,
    DataFile,
    Plan,
    PlanError,
    PlannedCall,
    Shortcut,
    Solution,
    call,
)
from m3bench.world.audio import spell
from m3bench.world.video import FilmTruth

Steps = Generator[Sequence[PlannedCall], Sequence[CallResult], None]
_DONE = "claim-done/claim_done"
_LOOKS = (
    "If this message is on your screen, please close the window, wait for at least one minute, and then call",
    "When this message comes up, do not try again. Write down the time, leave the window open, and call",
    "This message means that nothing was saved. Please keep your papers ready, and call our team today at",
    "Do not worry about this message. Our team knows about it. Just send your form by mail, or call",
)
_FASTEST = 1.5


class NewLine(Scenario):
    """The last line of a tutorial is replaced by a dictated one, which is too long at normal speed."""

    difficulty = Difficulty.MEDIUM
    servers = ("video", "speech-recognition", "speech-synthesis", "files", "claim-done")
    distractors = ("audio", "mail", "word", "image-toolkit")
    closed_loop = True
    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)
    role = "You edit the tutorials of a software house."
    rules = (
        "All lines of a tutorial are spoken by the voice ruth, at normal speed.",
        "A new line begins when the old one began, and ends before the film does.",
        f"A line that is too long for that is spoken faster, at most {_FASTEST:g} times as fast.",
        "Of the old line nothing may be heard. The other lines stay as they are.",
        "The picture and the length of a film do not change.",
        "The new line is also kept as text, in new_line.txt, with numbers as digits.",
    )

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "app_recording", "ruth")
        self._old = self._film.truth.spoken[1]
        self._extension = "".join(str(draw.whole(1, 9, "digit", place)) for place in range(4))
        self._words = draw.pick(_LOOKS, "line")
        self._left = self._film.truth.seconds - self._old.start
        self._speed = self._fitting_speed()
        recording = draw.recording_name()
        message = (
            "Hello, about our tutorial. The second sentence in it has to go. Please let the voice say this "
            f"instead. {self._text(spoken=True)} Thank you."
        )
        voice = draw.pick(("daniel", "george", "clara"), "caller")
        self.inputs = Inputs(world_files=(self._film.file, speech_file(recording, message, voice)))
        self.request = (
            f"Our tutorial {self._film.name} needs a correction: I dictated in {recording} what the voice "
            "should say instead of its second sentence. Please make tutorial.mp4 with the new line, and keep "
            "the wording in new_line.txt."
        )
        self.fuzzy_request = (
            f"Please put the line that I dictated in {recording} into {self._film.name}, instead of the "
            "second sentence: tutorial.mp4, and the wording in new_line.txt."
        )
        self.shown = (self._extension,)
        self.key_facts = (self._extension,)

    def _text(self, *, spoken: bool = False) -> str:
        return f"{self._words} extension {spell(self._extension) if spoken else self._extension}."

    def _fitting_speed(self) -> float:
        """Return how fast the line must be spoken. At normal speed it must be far too long."""
        text = self._text(spoken=True)
        if speech_seconds(text, "ruth") < self._left + 1.5:
            raise PlanError("the new line fits into the film")
        for speed in (1.3, 1.4, _FASTEST):
            if speech_seconds(text, "ruth", speed) <= self._left:
                return speed
        raise PlanError("the new line does not fit into the film")

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, message = (file.name for file in self.inputs.world_files)
        text, spoken = self._text(), self._text(spoken=True)
        heard = yield [
            call("speech-recognition/transcribe", path=message),
            call("speech-recognition/transcribe", path=film),
            call("video/contact_sheet", path=film, count=10),
        ]
        if skipped is Shortcut.DEAF:
            text = spoken = "Please try again later, or write to our help desk."
        begin = 6.0 if skipped is Shortcut.BLIND else round(self._old.start, 2)
        end = begin + 3.0 if skipped is Shortcut.BLIND else round(self._old.end + 0.2, 2)
        fits = skipped in (Shortcut.DEAF, Shortcut.BLIND)
        speed = self._speed if fits else 1.0
        yield [
            call("speech-synthesis/speak", heard[0], text=spoken, voice="ruth", speed=speed,
                 output_path="line.wav"),
            call("video/change_volume", heard[1], path=film, gain=-60, start=begin - 0.05, end=end,
                 output_path="without.mp4"),
            call("files/write_text", heard[0], path="new_line.txt", text=text),
        ]  # fmt: skip
        mix = call(
            "video/mix_sound", path="without.mp4", sound_path="line.wav", start=begin,
            output_path="tutorial.mp4",
        )  # fmt: skip
        yield [mix]
        if skipped is None:
            (cut_off,) = yield [call("speech-recognition/transcribe", path="tutorial.mp4")]
            yield [
                call("speech-synthesis/speak", cut_off, text=spoken, voice="ruth", speed=self._speed,
                     output_path="line.wav"),
            ]  # fmt: skip
            yield [mix]
            yield [call("speech-recognition/transcribe", path="tutorial.mp4"),
                   call("video/contact_sheet", path="tutorial.mp4", count=10)]  # fmt: skip
        yield [call(_DONE, summary="The tutorial has its new line.", artefacts=["tutorial.mp4"])]
        return self._solution(film)

    def _solution(self, film: str) -> Solution:
        before, seconds = self._old.start - 0.3, self._film.truth.seconds
        length = FilmDuration("tutorial.mp4", seconds, size=self._film.truth.size)
        return Solution(
            answer="tutorial.mp4 has the new line instead of the second sentence.",
            points=(
                format_point("The film has its length and size.", length),
                tool_point(
                    "The picture is that of the original.",
                    FilmFrame("tutorial.mp4", 1.0, film, 1.0),
                    FilmFrame("tutorial.mp4", seconds - 1.0, film, seconds - 1.0, similarity=0.9),
                ),
                tool_point(
                    "The first line is as it was.",
                    FilmSound("tutorial.mp4", source=film, source_end=round(before, 2)),
                ),
                tool_point(
                    "After it, the whole new line is heard, and nothing of the old one.",
                    SoundTranscript(
                        "tutorial.mp4", self._text(spoken=True), most_errors=0.12, start=round(before, 2)
                    ),
                ),
                format_point(
                    "The wording is kept as text.",
                    TextFile("new_line.txt", contains=(self._extension,), at_most_lines=3),
                ),
            ),
        )  # fmt: skip


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

    difficulty = Difficulty.HARD
    servers = ("video", "speech-recognition", "speech-synthesis", "word", "files", "claim-done")
    distractors = ("audio", "slides", "image-generation", "sheets")
    closed_loop = True
    sabotage = Sabotage(
        tool="speech-synthesis/speak", fault="mute_part", call=2, settings={"start": 0.8, "end": 5.0}
    )
    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED, Shortcut.TRUSTING)
    role = "You finish advertising films for the web shop of a department store."
    rules = (
        "Commentaries are spoken by the voice heart at normal speed, and begin with the film.",
        "Words in capital letters stand for what the film shows; PRICE for the next whole dollar.",
        "A commentary ends before its film does, and has as many sentences as fit.",
        "Sentences in brackets may be left out, the last one first. The brackets are not spoken.",
        "A banner is shown during the whole shot with the price, and at no other time.",
        "Nothing may cover the captions of a film. Its length and size stay.",
        "caption.txt has two lines: the product as the film names it, and the exact price, as $ 48.50.",
    )

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._optional = draw.sample(_OPTIONAL, 4, "optional")
        self._film = draw_film(draw, "product_clip", fits=lambda truth: self._most_kept(truth) is not None)
        facts = self._film.truth.facts
        self._kept = self._most_kept(self._film.truth) or 0
        self._banner = draw.pick(_BANNERS, "banner")
        named = {"name": "NAME", "product": "PRODUCT", "count": "NUMBER", "dollars": "PRICE"}
        blocks = [{"heading": "Commentary"}, {"text": _FIRST.format(**named)}]
        blocks += [{"text": f"[{each}]"} for each in self._optional]
        blocks += [{"text": each.format(**named)} for each in _LAST]
        self.inputs = Inputs(
            world_files=(self._film.file,), files=(DataFile("commentary.docx", "docx", blocks),)
        )
        self.request = (
            f"Our clip {self._film.name} is still silent. Please let someone speak the text in "
            f"commentary.docx over it, put the banner “{self._banner}” into the shot with the price, and "
            "save it as spot.mp4. I also need caption.txt for the post. It goes online as it is."
        )
        self.fuzzy_request = (
            f"Finish {self._film.name} as spot.mp4: the text from commentary.docx spoken over it, the banner "
            f"“{self._banner}” where the price is, and caption.txt for the post."
        )
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
            if skipped is not Shortcut.TRUSTING:
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
        yield [call(_DONE, summary="The spot is ready.", artefacts=["spot.mp4", "caption.txt"])]
        return self._solution(film)

    def _spoken(self, text: str, film: str, *uses: CallResult) -> Steps:
        """Speak a commentary and lay it over the film."""
        yield [call("speech-synthesis/speak", *uses, text=text, voice="heart", output_path="voice.wav")]
        yield [
            call("video/replace_sound", path=film, sound_path="voice.wav", output_path="voiced.mp4"),
        ]

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
        return Solution(
            answer="spot.mp4 has a commentary that fits, and a banner in the shot with the price.",
            points=(
                format_point(
                    "The film has its length and size.",
                    FilmDuration("spot.mp4", truth.seconds, size=truth.size),
                ),
                format_point(
                    "It has the shots of the original.",
                    FilmFrame("spot.mp4", 2.0, film, 2.0),
                ),
                tool_point(
                    "The commentary is complete, with as many sentences as fit.",
                    SoundTranscript("spot.mp4", self._text(self._kept, truth), most_errors=0.15),
                ),
                tool_point("The banner is at the top, only in the shot with the price.", banner),
                tool_point("caption.txt has name and price as shown.", TextFile("caption.txt", lines=lines)),
            ),
        )


def _dollars(truth: FilmTruth) -> int:
    """Return the next whole dollar above the price."""
    return math.ceil(float(truth.facts["price"]) + 0.001)
