"""Dubbing: a line of a film that is replaced by a dictated one."""

from __future__ import annotations

from m3bench.checks import FilmDuration, FilmFrame, FilmSound, SoundTranscript, TextFile
from m3bench.core import Shortcut
from m3bench.suites import Plan, PlanError, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.video_editing.films import draw_film
from m3bench_suites.builders.omni.recordings import speech_file, speech_seconds
from m3bench_suites.builders.tasks import format_point, tool_point
from m3bench_world.audio import spell

_LINES = (
    "If this message is on your screen, please close the window, wait for at least one minute, and then call",
    "When this message comes up, do not try again. Write down the time, leave the window open, and call",
    "This message means that nothing was saved. Please keep your papers ready, and call our team today at",
    "Do not worry about this message. Our team knows about it. Just send your form by mail, or call",
)
_FASTEST = 1.5


class NewLine(Scenario):
    """The last line of a tutorial is replaced by a dictated one, which is too long at normal speed."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "app_recording", "ruth")
        self._old = self._film.truth.spoken[1]
        self._extension = "".join(str(draw.whole(1, 9, "digit", index)) for index in range(4))
        self._words = draw.pick(_LINES, "line")
        self._left = self._film.truth.seconds - self._old.start
        self._speed = self._fitting_speed()
        recording = draw.recording_name()
        message = (
            "Hello, about our tutorial. The second sentence in it has to go. Please let the voice say this "
            f"instead. {self._text(spoken=True)} Thank you."
        )
        voice = draw.pick(("daniel", "george", "clara"), "caller")
        self.inputs = given(self._film.file, speech_file(recording, message, voice))
        self.words = {"fastest": _FASTEST, "film": self._film, "recording": recording}
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
        yield done("The tutorial has its new line.", "tutorial.mp4")
        return self._solution(film)

    def _solution(self, film: str) -> Solution:
        before, seconds = self._old.start - 0.3, self._film.truth.seconds
        length = FilmDuration("tutorial.mp4", seconds, size=self._film.truth.size)
        return solved(
            "tutorial.mp4 has the new line instead of the second sentence.",
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
        )
