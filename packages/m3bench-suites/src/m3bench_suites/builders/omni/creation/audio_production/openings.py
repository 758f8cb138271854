"""Openings: jingle and words, after which the talk begins on time."""

from __future__ import annotations

import math

from m3bench.checks import SoundDuration, SoundTones, SoundTranscript, SoundUnchanged, TextFile, UserAsked
from m3bench.core import Shortcut
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.omni import Scenario, TaskDraw, ask, done, given, solved
from m3bench_suites.builders.omni.recordings import speech_file, speech_script, speech_seconds
from m3bench_suites.builders.tasks import format_point, tool_point

_TOPICS = ("the history of bread", "the night sky in winter", "wild bees in the city", "very old bridges")
_SHOWS = ("Green Corner", "Open Window", "Morning Coffee", "The Long Table")
_GUESTS = ("Laura Fisher", "Thomas Walker", "Rachel Morgan", "Simon Baker", "Helen Carter", "David Parker")
_BEEP, _GAP, _PAUSE = 0.2, 0.2, 0.5
_SPEEDS = (1.0, 1.1, 1.2, 1.3)


class EpisodeOpening(Scenario):
    """Jingle and opening words before a talk that begins at a fixed second."""

    shortcuts = (Shortcut.DEAF, Shortcut.UNASKED, Shortcut.UNINSPECTED)

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        self._topic, self._show = draw.pick(_TOPICS, "topic"), draw.pick(_SHOWS, "show")
        self._guest, self._number = draw.pick(_GUESTS, "guest"), draw.whole(21, 89, "number")
        self._beeps = 3 if self._number % 2 else 2
        talk = (
            f"Hello, and thank you for having me. I would like to talk about {self._topic}. "
            f"I have worked on it for {draw.pick(('five', 'twelve', 'twenty'), 'years')} years."
        )
        recording, voice = draw.recording_name(), draw.pick(("ruth", "daniel", "oscar"), "voice")
        self._talk = draw.world.audio.spoken(speech_script(talk, voice)).truth.seconds
        self._begin, self._speed = self._timing(draw)
        self.inputs = given(speech_file(recording, talk, voice))
        self.words = {
            "show": self._show,
            "line": self._words("NUMBER", "GUEST", "TOPIC"),
            "begin": self._begin,
            "recording": recording,
            "number": self._number,
            "guest": self._guest,
        }
        self.shown = (self._topic,)
        self.key_facts = (self._topic,)

    @property
    def _jingle(self) -> float:
        return self._beeps * _BEEP + (self._beeps - 1) * _GAP

    def _words(self, number: int | str, guest: str, topic: str) -> str:
        return (
            f"Welcome to {self._show}, episode {number}. My guest today is {guest}. We will talk about "
            f"{topic}. Stay with us."
        )

    def _timing(self, draw: TaskDraw) -> tuple[float, float]:
        """Return when the talk begins, and how fast the opening words are spoken."""
        words = self._words(self._number, self._guest, self._topic)
        usual = self._jingle + _PAUSE + speech_seconds(words, "heart")
        if draw.pick((True, False), "in time"):
            return math.ceil(usual) + 1.0, 1.0
        begin = math.floor(usual * 2) / 2 - 0.5
        speed = next(
            (pace for pace in _SPEEDS
             if self._jingle + _PAUSE + speech_seconds(words, "heart", pace) <= begin - 0.1),
            _SPEEDS[-1],
        )  # fmt: skip
        return begin, speed

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        recording = self.recording
        number, guest, topic = self._number, self._guest, self._topic
        (heard,) = yield [call("speech-recognition/transcribe", path=recording)]
        told: list[CallResult] = []
        if skipped is Shortcut.UNASKED:
            number, guest = 1, "a friend of the show"
        else:
            questions = ("What is the number of the episode?", "What is the name of the guest?")
            told = [*(yield ask(*questions))]
        if skipped is Shortcut.DEAF:
            topic = "life and work"
        words = self._words(number, guest, topic)
        beeps = 3 if number % 2 else 2
        notes = f"Episode: {number}\nGuest: {guest}\nTopic: {topic}\n"
        yield [
            call("audio/generate_tone", *told, frequency=700, seconds=_BEEP, count=beeps, pause=_GAP,
                 output_path="jingle.wav"),
            self._spoken(words, 1.0, heard, *told),
            call("files/write_text", heard, *told, path="notes.txt", text=notes),
        ]  # fmt: skip
        (draft,) = yield [
            call("audio/join_audio", paths=["jingle.wav", "words.wav", recording], pause=_PAUSE,
                 output_path="episode.wav")
        ]  # fmt: skip
        if skipped is not Shortcut.UNINSPECTED:
            (late,) = yield [call("speech-recognition/transcribe_words", draft, path="episode.wav")]
            if self._speed > 1:
                yield [self._spoken(words, self._speed, late)]
            (opening,) = yield [
                call("audio/join_audio", late, paths=["jingle.wav", "words.wav"], pause=_PAUSE,
                     output_path="opening.wav")
            ]  # fmt: skip
            gap = max(0.0, round(self._begin - float(opening.data["seconds"]), 3))
            yield [
                call("audio/join_audio", opening, paths=["opening.wav", recording], pause=gap,
                     output_path="episode.wav")
            ]  # fmt: skip
            yield [call("speech-recognition/transcribe", path="episode.wav")]
        yield done("The episode is ready.", "episode.wav", "notes.txt")
        return self._solution(recording)

    def _spoken(self, words: str, speed: float, *uses: CallResult) -> PlannedCall:
        return call(
            "speech-synthesis/speak", *uses, text=words, voice="heart", speed=speed, output_path="words.wav"
        )

    def _solution(self, recording: str) -> Solution:
        words = self._words(self._number, self._guest, self._topic)
        start = round(self._jingle + 0.25, 2)
        return solved(
            f"episode.wav is episode {self._number}; the talk begins at {self._begin:g} s.",
            format_point(
                "The episode is as long as opening and talk.",
                SoundDuration("episode.wav", round(self._begin + self._talk, 2)),
            ),
            tool_point(
                "The jingle has the beeps of the episode.",
                SoundTones("episode.wav", self._beeps, (700.0,), end=start),
            ),
            tool_point(
                "The opening words are complete before the talk.",
                SoundTranscript("episode.wav", words, most_errors=0.2, start=start, end=self._begin),
            ),
            tool_point(
                "The talk begins on time, as recorded.",
                SoundUnchanged("episode.wav", recording, at=self._begin),
            ),
            tool_point(
                "notes.txt has episode, guest and topic.",
                TextFile(
                    "notes.txt",
                    lines=(f"Episode: {self._number}", f"Guest: {self._guest}", f"Topic: {self._topic}"),
                    folded=True,
                ),
            ),
            tool_point("The host was asked.", UserAsked(("number of the episode", "name of the guest"))),
        )
