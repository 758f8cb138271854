"""Clips: a fault from its first frame to the pressed button, and a report with subtitles in step."""

from __future__ import annotations

from m3bench.checks import FilmDuration, FilmFrame, FilmSound, FilmSubtitles, NoStrayFiles, SpokenLine
from m3bench.core import Shortcut
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.video_editing.films import draw_film, still_check
from m3bench_suites.builders.tasks import format_point, tool_point

_COARSE = 9
_AFTER = 1.0


class FaultClip(Scenario):
    """A clip that begins with the first frame of a fault, and a still that shows the code."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._film = draw_film(draw, "device_fault")
        film = self._film
        self._light = film.event("changes", "light").start
        self._code = film.event("shows", "display").start
        self._press = film.event("pressed", "button").start
        self._folder = draw.pick(("still", "picture", "photo"), "folder")
        self.inputs = given(film.file)
        self.words = {"film": film, "folder": self._folder}
        self.shown = (film.truth.facts["code"],)
        self.key_facts = (film.truth.facts["code"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        film, light, end = self._film.name, self._light, round(self._press + _AFTER, 1)
        if skipped is Shortcut.BLIND:
            yield [
                call("video/cut", path=film, start=2.0, end=10.0, output_path="fault.mp4"),
                call("video/extract_frames", path=film, times=[3.0], output_folder=self._folder),
            ]
        else:
            (seen,) = yield [call("video/contact_sheet", path=film, count=_COARSE)]
            first, last = self._draft()
            (draft,) = yield [
                call("video/cut", seen, path=film, start=first, end=last, output_path="fault.mp4")
            ]
            still = call(
                "video/extract_frames", seen, path=film, times=[round(self._code + 1.0, 1)],
                output_folder=self._folder,
            )  # fmt: skip
            if skipped is Shortcut.UNINSPECTED:
                yield [still]
            else:
                times = [round(light - first + 0.1 * step, 1) for step in range(-2, 3)]
                times += [round(self._press - first + 0.1 * step, 1) for step in range(-2, 3)]
                (looked,) = yield [call("video/extract_frames", draft, path="fault.mp4", times=times)]
                yield [
                    call("video/cut", looked, path=film, start=light, end=end, output_path="fault.mp4"),
                    still,
                ]
                yield [call("video/contact_sheet", path="fault.mp4", count=_COARSE)]
        yield done("Clip and still are ready.", "fault.mp4")
        return self._solution(light, end)

    def _draft(self) -> tuple[float, float]:
        """Return where the clip begins and ends for someone who saw one frame every two seconds."""
        seconds = self._film.truth.seconds
        times = [round(seconds / _COARSE * (index + 0.5), 2) for index in range(_COARSE)]
        first = max(time for time in times if time <= self._light - 0.3)
        return first, min((time for time in times if time >= self._press + _AFTER), default=seconds)

    def _solution(self, start: float, end: float) -> Solution:
        film, still = self._film, f"{self._folder}/*.png"
        code = round(self._code + 1.0, 1)
        unlike = (self._code - 0.1, self._press, 2.0)
        return solved(
            "fault.mp4 begins when the light changes; a still shows the code.",
            format_point("Only the clip and one still were made.", NoStrayFiles(("fault.mp4", still))),
            tool_point(
                "The clip lasts from the first frame of the fault to a second after the button.",
                FilmDuration("fault.mp4", round(end - start, 1)),
            ),
            tool_point(
                "It begins with that frame, and its sound is that of the original.",
                FilmFrame("fault.mp4", 0.0, film.name, start),
                FilmSound("fault.mp4", source=film.name, source_start=start, source_end=end),
            ),
            tool_point(
                "The still shows the code, and no finger.", still_check(still, film.film, code, unlike)
            ),
        )


class BugReport(Scenario):
    """A screen recording without its first shot, and subtitles in step with what is left."""

    shortcuts = (Shortcut.BLIND, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._voice = draw.pick(("ruth", "george", "heart"), "voice")
        self._film = draw_film(draw, "app_recording", self._voice)
        self._cut = self._film.truth.cuts[0]
        self._line = self._film.truth.spoken[1]
        self._name = draw.pick(("report", "bug", "crash"), "name")
        self.inputs = given(self._film.file)
        self.words = {"film": self._film, "name": self._name}
        facts = self._film.truth.facts
        self.shown = (facts["button"], facts["error"])
        self.key_facts = (facts["code"],)

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        source, film, words = self._film.name, f"{self._name}.mp4", f"{self._name}.srt"
        line, cut = self._line, self._cut
        heard, *seen = yield [
            call("speech-recognition/transcribe", path=source),
            *(
                call(f"video/{tool}", path=source)
                for tool in (() if skipped is Shortcut.BLIND else ("detect_cuts", "contact_sheet"))
            ),
        ]
        if skipped is Shortcut.BLIND:
            cut = 5.0
        yield [call("video/cut", *seen, path=source, start=cut, output_path=film)]
        draft = {"start": round(line.start, 2), "end": round(line.end, 2), "text": line.text}
        moved = {**draft, "start": round(line.start - cut, 2), "end": round(line.end - cut, 2)}
        if skipped is Shortcut.BLIND:
            yield [call("video/write_subtitles", heard, subtitles=[moved], output_path=words)]
        else:
            yield [call("video/write_subtitles", heard, subtitles=[draft], output_path=words)]
        if skipped is None:
            (again,) = yield [call("speech-recognition/transcribe", path=film)]
            yield [call("video/write_subtitles", again, subtitles=[moved], output_path=words)]
        yield done("Film and subtitles are ready.", film, words)
        return self._solution(film, words)

    def _solution(self, film: str, words: str) -> Solution:
        truth, cut, line = self._film.truth, self._cut, self._line
        spoken = SpokenLine(round(line.start - cut, 3), round(line.end - cut, 3), line.text)
        return solved(
            f"{film} begins with the app; {words} has its subtitles.",
            format_point("Only film and subtitles were made.", NoStrayFiles((film, words))),
            tool_point(
                "The film begins with the app's window and has the rest.",
                FilmDuration(film, round(truth.seconds - cut, 1)),
                FilmFrame(film, 0.0, self._film.name, cut),
            ),
            tool_point(
                "Its sound is that of the original.",
                FilmSound(film, source=self._film.name, source_start=cut),
            ),
            tool_point("The subtitles are in step.", FilmSubtitles(words, (spoken,))),
        )
