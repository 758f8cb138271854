"""An answer out of a conversation, to be heard and to be read."""

from __future__ import annotations

import msgspec

from m3bench.checks import (
    NoStrayFiles,
    PageLayout,
    SlideTexts,
    SoundDuration,
    SoundTranscript,
    SoundUnchanged,
)
from m3bench.core import Sabotage, Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench.worlds import WorldFile
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.slides import add_slide, add_text, create_deck, place_shape
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.audio import Line, Script

_OUT, _CARD, _GUESTS = "teaser.wav", "card.pptx", "guests.csv"
_SIDE = 18.0
_DRAFT = ((2.0, 3.0), (5.2, 1.4), (6.8, 1.4))
_FINAL = ((2.0, 9.5), (12.5, 1.4), (14.5, 1.4))
"""Top and height of answer, name and handle."""
_QUESTIONS = {
    "mistake": "What was your biggest mistake?",
    "beginners": "What do you tell beginners?",
    "mornings": "How do your mornings look?",
}
_TOPICS = {
    "mistake": "the biggest mistake",
    "beginners": "advice for beginners",
    "mornings": "a typical morning",
}
_ANSWERS = {
    "mistake": (
        "I bought all the tools in the first month and learned to use only two of them.",
        "I waited three years until everything was perfect, and then nobody wanted it any more.",
    ),
    "beginners": (
        "Start with something small, finish it, show it to a friend, and then start again.",
        "Do not wait for a better time. Take one hour every evening and keep it for yourself.",
    ),
    "mornings": (
        "I walk the dog by the river, make a pot of tea, and never look at the phone before nine.",
        "The oven is hot at four, the bread is out at six, and then I sit down for the first time.",
    ),
}
_PEOPLE = ("Maria Keller", "Peter Novak", "Anna Lindberg", "Thomas Baker", "Laura Fischer")
_TENS = ("twenty", "thirty", "forty", "fifty")
_ONES = ("one", "two", "three", "four", "six", "seven", "eight")


class PodcastTeaser(Scenario):
    """Times of a transcript are not exact: the cut must be heard, and the card must be seen."""

    sabotage = Sabotage(tool="audio/cut_audio", fault="cut_end", settings={"seconds": 1.4})
    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        topics = draw.sample(tuple(_QUESTIONS), 3, "topics")
        place = draw.whole(0, 2, "wanted")
        self._topic, self._wrong = topics[place], topics[place - 1]
        self._answers = {topic: draw.pick(_ANSWERS[topic], "answer", topic) for topic in topics}
        self._guest, other = draw.sample(_PEOPLE, 2, "guest")
        tens, ones = draw.whole(0, 3, "tens"), draw.whole(0, 6, "ones")
        self._episode = 10 * (tens + 2) + (1, 2, 3, 4, 6, 7, 8)[ones]
        host, guest = draw.sample(("heart", "ruth", "daniel", "george"), 2, "voices")
        lines = [
            Line("host", host, f"Welcome to episode {_TENS[tens]} {_ONES[ones]}. With me is {self._guest}.")
        ]
        for topic in topics:
            lines.append(Line("host", host, _QUESTIONS[topic], 0.9))
            lines.append(Line("guest", guest, self._answers[topic], 0.9))
        script = Script("podcast", "Podcast", tuple(lines))
        self._turns = {
            turn.text: (turn.start, turn.end) for turn in draw.world.audio.spoken(script, "clean").truth.turns
        }
        self._recording = draw.recording_name()
        first = self._guest.split()[0].lower()
        self._handle = f"@{first}_{draw.whole(10, 99, 'handle')}"
        wrong = f"@{first}_{draw.whole(100, 999, 'wrong handle')}"
        rows = [
            ["episode", "guest", "handle"],
            [self._episode - 1, self._guest, wrong],
            [self._episode, self._guest, self._handle],
            [self._episode + 1, other, f"@{other.split()[0].lower()}"],
        ]
        settings = {"script": msgspec.to_builtins(script), "channel": "clean"}
        self.inputs = given(
            WorldFile(self._recording, "speech", "podcast", settings=settings), DataFile(_GUESTS, "csv", rows)
        )
        self.words = {"side": _SIDE, "recording": self._recording, "topics": _TOPICS[self._topic]}

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        looks = [call("files/read_text", path=_GUESTS)]
        if skipped is not Shortcut.DEAF:
            looks.append(call("speech-recognition/transcribe_words", path=self._recording))
        uses = list((yield looks))
        topic = self._wrong if skipped is Shortcut.DEAF else self._topic
        start, end = self._turns[self._answers[topic]]
        spans = [(round(start + 0.5, 2), round(end - 0.6, 2)), (round(start - 0.2, 2), round(end + 0.2, 2))]
        if skipped is Shortcut.UNINSPECTED:
            spans = spans[:1]
        elif skipped is not None:
            spans = spans[1:]
        for first, last in spans:
            uses += yield [
                call("audio/cut_audio", *uses, path=self._recording, start=first, end=last, output_path=_OUT)
            ]
            if skipped is None:
                uses += yield [call("speech-recognition/transcribe", path=_OUT)]
        yield from self._card(skipped, self._answers[topic], uses)
        yield done("Teaser and card are ready.", _OUT, _CARD)
        return self._solution()

    def _card(self, skipped: Shortcut | None, quote: str, uses: list[CallResult]) -> Steps[None]:
        yield [create_deck(_CARD, width_cm=_SIDE, height_cm=_SIDE)]
        yield [add_slide(_CARD)]
        texts = ((quote, 32), (self._guest, 20), (self._handle, 20))
        places = _DRAFT if skipped in (None, Shortcut.UNINSPECTED) else _FINAL
        shapes: list[CallResult] = []
        for (text, size), (top, high) in zip(texts, places, strict=True):
            shapes += yield [_box(text, top, high, size, *uses)]
        if skipped is None:
            yield [call("render/render_document", path=_CARD)]
            for shape, (top, high) in zip(shapes, _FINAL, strict=True):
                yield [place_shape(_CARD, shape, top_cm=top, height_cm=high)]
            yield [call("render/render_document", path=_CARD)]

    def _solution(self) -> Solution:
        quote = self._answers[self._topic]
        start, end = self._turns[quote]
        said = (round(start + 0.05, 2), round(end - 0.05, 2))
        return solved(
            f"{_OUT} and {_CARD} have the answer about {_TOPICS[self._topic]}.",
            format_point("The teaser is as long as the answer.", SoundDuration(_OUT, end - start + 0.3, 0.7)),
            tool_point("It has the whole answer.", SoundTranscript(_OUT, quote, most_errors=0.12)),
            tool_point("Its sound is that of the recording.", SoundUnchanged(_OUT, self._recording, *said)),
            tool_point(
                "The card has answer, name and handle.", SlideTexts(_CARD, (quote, self._guest, self._handle))
            ),
            tool_point("All texts of the card fit.", PageLayout(_CARD, smallest=20)),
            format_point("What was given is as it was.", NoStrayFiles(("*.wav", "*.pptx"))),
        )


def _box(text: str, top: float, high: float, size: int, *uses: CallResult) -> PlannedCall:
    return add_text(_CARD, text, size, (1.5, top, 15, high), *uses)
