"""A report on a fault of the game, with pictures of the moment."""

from __future__ import annotations

from m3bench.checks import FilmStill, PageLayout, SlidePictures, SlideTexts
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, Solution, call
from m3bench_suites.builders.omni import Scenario, Steps, TaskDraw, done, given, solved
from m3bench_suites.builders.omni.creation.game_assets.clips import FRAME, GameClip, draw_clip
from m3bench_suites.builders.omni.recordings import spelled, voice_message
from m3bench_suites.builders.omni.slides import add_picture, add_slide, add_text, create_deck, place_shape
from m3bench_suites.builders.tasks import format_point, tool_point

_FOLDER = "evidence"
_NAMES = ("before", "during", "after")
_DEVICES = ("the old tablet", "my phone", "the laptop", "the living room console")


class BugReport(Scenario):
    """A life is lost although nothing touches the hero: when, where, and what the tester says about it."""

    shortcuts = (Shortcut.BLIND, Shortcut.DEAF, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._clip = draw_clip(draw, hit=True)
        self._build = f"{draw.whole(2, 9, 'major')}{draw.whole(1, 9, 'minor')}{draw.whole(1, 9, 'patch')}"
        self._device = draw.pick(_DEVICES, "device")
        self._headline = draw.pick(
            ("Life lost without a touch", "Hero loses a life from afar", "Obstacle hits from a distance"),
            "headline",
        )
        message = (
            f"Hi, it happened again, this time on {self._device}. I was playing build number "
            f"{spelled(self._build)}. Something rolls in far behind me, it never touches me, and still I "
            "lose a life. I recorded the whole game."
        )
        self.inputs = given(self._clip.file, voice_message(message, draw, "clean"))
        self.words = {"clip": self._clip, "recording": self.recording, "headline": self._headline}
        self.key_facts = (self._build,)
        self.shown = (self._build, self._clip.facts["hero"])

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        clip, blind = self._clip, skipped is Shortcut.BLIND
        perceive = [self.transcribe()]
        if skipped is Shortcut.DEAF:
            perceive = [call("video/probe", path=clip.name)]
        if not blind:
            perceive.append(
                call("video/contact_sheet", path=clip.name, count=min(60, round(clip.seconds * 2)))
            )
        seen = yield perceive
        times = [1.0, 2.0, 3.0] if blind else _moments(clip)
        if not blind:
            yield [call("video/extract_frames", seen[-1], path=clip.name, times=times)]
        (frames,) = yield [
            call("video/extract_frames", seen[-1], path=clip.name, times=times, output_folder=_FOLDER)
        ]
        moved = yield [
            call("files/move", frames, source=f"{_FOLDER}/frame_{number:02}.png", target=_picture(name))
            for number, name in enumerate(_NAMES, 1)
        ]
        yield from self._report(skipped, [*seen, *moved])
        yield done("The report is ready.", "report.pptx", *map(_picture, _NAMES))
        return self._solution()

    def _report(self, skipped: Shortcut | None, uses: list[CallResult]) -> Steps[None]:
        path = "report.pptx"
        yield [create_deck(path)]
        yield [add_slide(path)]
        yield [add_text(path, self._headline, 28, (1.5, 0.6, 30, 1.6))]
        for index, name in enumerate(_NAMES):
            yield [add_picture(path, _picture(name), (1.5 + 10.4 * index, 2.6, 10), *uses)]
        fits = skipped not in (None, Shortcut.UNINSPECTED)
        lines = "\n".join(self._facts(skipped))
        (facts,) = yield [add_text(path, lines, 18, (1.5, 8.9, 30, 8.5 if fits else 4.5), *uses)]
        (source,) = yield [add_text(path, self._clip.name, 18, (1.5, 17.5 if fits else 13.5, 30, 1.1))]
        if skipped is None:
            yield [call("render/render_document", path=path)]
            yield [place_shape(path, source, top_cm=17.5)]
            yield [place_shape(path, facts, height_cm=8.5)]
            yield [
                call("render/render_document", path=path),
                *(call("render/render_picture", path=_picture(name)) for name in _NAMES),
            ]

    def _facts(self, skipped: Shortcut | None = None) -> list[str]:
        clip = self._clip
        build = "101" if skipped is Shortcut.DEAF else self._build
        device = "my computer" if skipped is Shortcut.DEAF else self._device
        lost = 3.0 if skipped is Shortcut.BLIND else clip.life_lost or 0.0
        hero = "dog" if skipped is Shortcut.BLIND else clip.facts["hero"]
        level = clip.hit_level
        score = 10 * sum(played["coins"] for played in clip.facts["levels"][:level])
        return [
            f"Build: {build}", f"Device: {device.removeprefix('my ').removeprefix('the ')}", f"Hero: {hero}",
            f"Level: {level}", "Lives: 3 to 2", f"Score: {score}", f"Time: 00:{int(lost):02}",
        ]  # fmt: skip

    def _solution(self) -> Solution:
        clip, path = self._clip, "report.pptx"
        texts = (self._headline, *self._facts(), clip.name)
        assert clip.obstacle_there is not None
        assert clip.life_lost is not None
        assert clip.hit_level_end is not None
        spans = (
            (clip.obstacle_there, clip.life_lost - FRAME),
            (clip.life_lost, clip.hit_level_end - FRAME),
            (clip.end_screen, clip.seconds - FRAME),
        )
        return solved(
            "report.pptx is the report, with its pictures in evidence.",
            format_point(
                "The slide has a headline and the three pictures.",
                SlidePictures(path, 3, tuple(map(_picture, _NAMES))),
            ),
            *(
                tool_point(
                    f"{name}.png is a frame of that moment.",
                    FilmStill(_picture(name), clip.name, round(start, 3), round(end, 3)),
                )
                for name, (start, end) in zip(_NAMES, spans, strict=True)
            ),
            tool_point("The facts are right.", SlideTexts(path, texts)),
            tool_point("Nothing covers anything, and all fits.", PageLayout(path, smallest=18)),
        )


def _picture(name: str) -> str:
    return f"{_FOLDER}/{name}.png"


def _moments(clip: GameClip) -> list[float]:
    assert clip.obstacle_there is not None
    assert clip.life_lost is not None
    return [
        round(clip.obstacle_there + 0.1, 2),
        round(clip.life_lost + 0.3, 2),
        round(clip.end_screen + 0.5, 2),
    ]
