"""A spot for the radio."""

from __future__ import annotations

from m3bench.checks import FileExists, NoStrayFiles, SoundLoudness, SoundTranscript, TextFile
from m3bench.core import Shortcut
from m3bench.suites import CallResult, DataFile, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.advertising._clips import ProductClip
from m3bench_suites.builders.omni.recordings import voice_message
from m3bench_suites.builders.tasks import format_point, tool_point

_OUT, _SCRIPT, _SHEET = "radio.wav", "script.txt", "shop.docx"
_DAYS = {
    "Mon-Thu": "Monday to Thursday",
    "Tue-Thu": "Tuesday to Thursday",
    "Fri-Sat": "Friday to Saturday",
    "Fri-Sun": "Friday to Sunday",
}
_NUMBERS = {29: "twenty nine", 38: "thirty eight", 45: "forty five", 57: "fifty seven", 64: "sixty four"}
_LOUDNESS = -28.0


class RadioSpot(Scenario):
    """Days that are abbreviated in the papers of a shop do not survive being read aloud."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = clip = ProductClip(draw)
        self._voice = draw.pick(("heart", "ruth", "daniel"), "speaker")
        self._price = draw.pick(tuple(_NUMBERS), "price")
        self._short = draw.pick(("Mon-Thu", "Tue-Thu"), "days"), draw.pick(("Fri-Sat", "Fri-Sun"), "end")
        self._times = tuple(
            f"{draw.pick((8, 10), 'opens', part)} until {draw.whole(16, 19, 'shuts', part)}"
            for part in (0, 1)
        )
        street = draw.pick(("Elm Street", "Station Road", "Garden Street", "Market Street"), "street")
        self._address = f"{draw.whole(11, 19, 'house')} {street}"
        hours = " and ".join(f"{days} {times}" for days, times in zip(self._short, self._times, strict=True))
        self._hours = hours
        said = (
            "Hello, this is about the spot for the radio. The price in the clip is not right any more. "
            f"We sell it for {_NUMBERS[self._price]} dollars now. Please say that. Thank you."
        )
        sheet = [{"heading": "Our shop"}, {"table": [["Address", self._address], ["Opening hours", hours]]}]
        self.inputs = given(clip.file, voice_message(said, draw), DataFile(_SHEET, "docx", sheet))
        self.words = {"loudness": _LOUDNESS, "clip": clip, "memo": self.recording, "voice": self._voice}
        self.key_facts = (clip.title, clip.claim)
        self.shown = (clip.title, clip.claim, str(self._price))

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip, price = self._clip, str(self._price)
        looks = [call("word/read_table", path=_SHEET)]
        if skipped is not Shortcut.BLIND:
            looks.append(call("video/contact_sheet", path=clip.name, count=clip.sheet_count))
        if skipped is not Shortcut.DEAF:
            looks.append(self.transcribe())
        uses = yield looks
        if skipped is Shortcut.DEAF:
            price = f"{clip.facts['price'].partition('.')[0]}"
        goods = ("smart watch", "The best you can get") if skipped is Shortcut.BLIND else None
        if skipped in (None, Shortcut.UNINSPECTED):
            text = " ".join(self._sentences(price, self._hours))
            uses = yield [self._speech(text, *uses)]
        if skipped is None:
            uses = yield [call("speech-recognition/transcribe", path="voice.wav")]
        hours = self._hours if skipped is Shortcut.UNINSPECTED else self._in_full()
        lines = self._sentences(price, hours, goods)
        if skipped is not Shortcut.UNINSPECTED:
            uses = yield [self._speech(" ".join(lines), *uses)]
        yield [
            call("audio/normalize_audio", *uses, path="voice.wav", output_path=_OUT, loudness_dbfs=_LOUDNESS),
            call("files/write_text", *uses, path=_SCRIPT, text="\n".join(lines) + "\n"),
        ]
        if skipped is None:
            yield [
                call("speech-recognition/transcribe", path=_OUT),
                call("audio/measure_levels", path=_OUT),
                call("files/read_text", path=_SCRIPT),
            ]
        yield done("The spot is ready.", _OUT, _SCRIPT)
        return self._solution()

    def _speech(self, text: str, *uses: CallResult) -> PlannedCall:
        return call("speech-synthesis/speak", *uses, text=text, output_path="voice.wav", voice=self._voice)

    def _in_full(self) -> str:
        return " and ".join(
            f"{_DAYS[days]} {times}" for days, times in zip(self._short, self._times, strict=True)
        )

    def _sentences(self, price: str, hours: str, goods: tuple[str, str] | None = None) -> tuple[str, ...]:
        title, claim = goods or (self._clip.title, self._clip.claim)
        return (
            f"The {title}.",
            f"{claim}.",
            f"Now only {price} dollars.",
            f"Open {hours}.",
            f"You find us at {self._address}.",
        )

    def _solution(self) -> Solution:
        lines = self._sentences(str(self._price), self._in_full())
        named = (
            self._clip.title,
            self._clip.claim,
            f"{self._price} dollars",
            *(_DAYS[days] for days in self._short),
        )
        return solved(
            f"{_OUT} and {_SCRIPT} are ready.",
            format_point("The spot and its script were made.", FileExists(_OUT), FileExists(_SCRIPT)),
            tool_point(
                "The spot can be understood, with the days in full.",
                SoundTranscript(_OUT, " ".join(lines), most_errors=0.14),
            ),
            tool_point("It is as loud as it has to be.", SoundLoudness(_OUT, _LOUDNESS, 1.2)),
            tool_point(
                "The script names product, promise, the new price and the days, in five lines.",
                TextFile(_SCRIPT, contains=named, lacks=self._short, at_most_lines=5, folded=True),
            ),
            tool_point("The files of the shop are as they were.", NoStrayFiles(("*.wav", "script.txt"))),
        )
