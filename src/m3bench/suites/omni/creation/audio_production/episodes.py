"""Episodes: an opening after which the talk begins on time, and an interview without its slip."""

from __future__ import annotations

import math

import msgspec

from m3bench.checks import (
    CsvTable,
    FileExists,
    SoundDuration,
    SoundTones,
    SoundTranscript,
    SoundUnchanged,
    TextFile,
    Tolerance,
    UserAsked,
)
from m3bench.core import ASK_USER, Difficulty, Sabotage, SimulatedUser, UserFact
from m3bench.suites.omni.creation._shared.speech import speech_file, speech_script, speech_seconds
from m3bench.suites.omni.family import TaskDraw
from m3bench.suites.omni.points import format_point, tool_point
from m3bench.suites.omni.scenario import Inputs, Scenario
from m3bench.suites.plans import CallResult, Plan, PlannedCall, Shortcut, Solution, WorldFile, call
from m3bench.world.audio import Line, Script

_DONE = "claim-done/claim_done"
_TOPICS = ("the history of bread", "the night sky in winter", "wild bees in the city", "very old bridges")
_SHOWS = ("Green Corner", "Open Window", "Morning Coffee", "The Long Table")
_GUESTS = ("Laura Fisher", "Thomas Walker", "Rachel Morgan", "Simon Baker", "Helen Carter", "David Parker")
_BEEP, _GAP, _PAUSE = 0.2, 0.2, 0.5
_SPEEDS = (1.0, 1.1, 1.2, 1.3)


class EpisodeOpening(Scenario):
    """Jingle and opening words before a talk that begins at a fixed second."""

    difficulty = Difficulty.MEDIUM
    servers = ("audio", "speech-recognition", "speech-synthesis", "files", "claim-done")
    distractors = ("video", "calendar", "mail", "image-toolkit")
    closed_loop = True
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
        self.inputs = Inputs(world_files=(speech_file(recording, talk, voice),))
        self.role = f"You produce the podcast {self._show}."
        self.rules = (
            "First comes the jingle: three beeps of 700 Hz for an odd episode, two for an even one.",
            "A beep lasts 0.2 s, with 0.2 s between beeps. The opening words follow after 0.5 s.",
            f"The voice heart says: “{self._words('NUMBER', 'GUEST', 'TOPIC')}”",
            f"The talk begins exactly {self._begin:g} s after the beginning of the episode, as recorded.",
            "The words are spoken at normal speed; if they do not end before the talk, faster, up to 1.3.",
            "notes.txt has three lines: Episode: …, Guest: …, Topic: … as the guest names it.",
        )  # fmt: skip
        self.request = (
            f"Here is the talk for our next episode: {recording}. Please put jingle and opening words in "
            "front of it, as episode.wav, and write notes.txt. I can tell you about guest and number."
        )
        self.fuzzy_request = (
            f"Please make the next episode from {recording}: episode.wav with its opening, and notes.txt. "
            "Ask me if you have to."
        )
        self.user = SimulatedUser(
            persona="the host of a podcast",
            goal="The episode is ready.",
            facts=(
                UserFact("number of the episode", f"It is number {self._number}.", ("episode number",)),
                UserFact("name of the guest", f"The guest is {self._guest}.", ("guest", "who is the guest")),
            ),
        )
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
            (each for each in _SPEEDS
             if self._jingle + _PAUSE + speech_seconds(words, "heart", each) <= begin - 0.1),
            _SPEEDS[-1],
        )  # fmt: skip
        return begin, speed

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        recording = self.inputs.world_files[0].name
        number, guest, topic = self._number, self._guest, self._topic
        (heard,) = yield [call("speech-recognition/transcribe", path=recording)]
        told: list[CallResult] = []
        if skipped is Shortcut.UNASKED:
            number, guest = 1, "a friend of the show"
        else:
            questions = ("What is the number of the episode?", "What is the name of the guest?")
            told = [*(yield [call(ASK_USER, question=question) for question in questions])]
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
        yield [call(_DONE, summary="The episode is ready.", artefacts=["episode.wav", "notes.txt"])]
        return self._solution(recording)

    def _spoken(self, words: str, speed: float, *uses: CallResult) -> PlannedCall:
        return call(
            "speech-synthesis/speak", *uses, text=words, voice="heart", speed=speed, output_path="words.wav"
        )

    def _solution(self, recording: str) -> Solution:
        words = self._words(self._number, self._guest, self._topic)
        start = round(self._jingle + 0.25, 2)
        return Solution(
            answer=f"episode.wav is episode {self._number}; the talk begins at {self._begin:g} s.",
            points=(
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
                    SoundTranscript(
                        "episode.wav", words, most_errors=0.2, start=start, end=self._begin
                    ),
                ),
                tool_point(
                    "The talk begins on time, as recorded.",
                    SoundUnchanged("episode.wav", recording, at=self._begin),
                ),
                tool_point(
                    "notes.txt has episode, guest and topic.",
                    TextFile(
                        "notes.txt",
                        lines=(
                            f"Episode: {self._number}", f"Guest: {self._guest}", f"Topic: {self._topic}",
                        ),
                        folded=True,
                    ),
                ),
                tool_point(
                    "The host was asked.", UserAsked(("number of the episode", "name of the guest"))
                ),
            ),
        )  # fmt: skip


_HOUSES = {
    "library": ("Our library has more than forty thousand books.", "On Sundays we read to children."),
    "museum": ("Our museum shows more than two hundred old clocks.", "On Sundays children pay nothing."),
    "swimming pool": ("Our swimming pool was built by the people of the town.", "On Sundays there is music."),
    "market hall": ("Our market hall has more than sixty traders.", "On Sundays it stays closed."),
}
_SLIPS = (
    ("It is open until eight every evening.", "It is open until nine every evening."),
    ("It was built in eighteen ninety.", "It was built in nineteen twelve."),
    ("You find it right behind the station.", "You find it right behind the theater."),
)
_SORRY = ("Sorry, that was wrong.", "No, wait, let me say that again.")
_BETWEEN = 0.5
_MARK = 0.5


class StitchedInterview(Scenario):
    """Three recordings in an order that only listening tells, and a slip of the tongue in one of them."""

    difficulty = Difficulty.HARD
    servers = ("audio", "speech-recognition", "files", "claim-done")
    distractors = ("speech-synthesis", "video", "word", "calendar")
    closed_loop = True
    sabotage = Sabotage(
        tool="audio/join_audio", fault="cut_end", path="episode.wav", settings={"seconds": 1.8}
    )
    shortcuts = (Shortcut.DEAF, Shortcut.UNINSPECTED, Shortcut.TRUSTING)
    role = "You produce a local radio show from what reporters send."
    rules = (
        "A show has three parts in this order: greeting, report, goodbye.",
        f"A beep of 600 Hz and {_MARK:g} s separates parts, with {_BETWEEN:g} s of silence on both sides.",
        "If someone misspeaks, the wrong sentence and the apology are cut out. The correction stays.",
        "Nothing else is cut, and nothing is made louder or softer.",
        "chapters.csv has the columns start (in seconds, with one decimal) and title, a row for each part.",
        "The titles are Greeting, Report and Goodbye.",
    )

    def __init__(self, draw: TaskDraw) -> None:
        super().__init__(draw)
        house = draw.pick(tuple(_HOUSES), "house")
        wrong, right = draw.pick(_SLIPS, "slip")
        host = draw.pick(("Emily", "Peter", "Karen", "Robert"), "host")
        before, after = _HOUSES[house]
        sorry = draw.pick(_SORRY, "sorry")
        voices = draw.sample(("heart", "daniel", "ruth", "george"), 2, "voices")
        texts = {
            "Greeting": (
                voices[0],
                (f"Good evening and welcome. I am {host}.", f"Today we visit the {house}."),
            ),
            "Report": (voices[1], (before, wrong, sorry, right, after)),
            "Goodbye": (
                voices[0],
                ("That was our show for today.", "Thank you for listening, and good night."),
            ),
        }
        scripts = {
            title: Script("part", title, tuple(Line("speaker", voice, text, pause=0.7) for text in said))
            for title, (voice, said) in texts.items()
        }
        self._truths = {title: draw.world.audio.spoken(script).truth for title, script in scripts.items()}
        numbers = sorted({draw.whole(1000, 9999, "recording", part) for part in range(9)})[:3]
        names = [f"REC_{number}.wav" for number in draw.sample(numbers, 3, "order")]
        if names == sorted(names):
            names = [*names[1:], names[0]]
        self._names = dict(zip(scripts, names, strict=True))
        files = [
            WorldFile(name, "speech", "message", settings={"script": msgspec.to_builtins(scripts[title])})
            for title, name in self._names.items()
        ]
        self.inputs = Inputs(world_files=tuple(sorted(files, key=lambda file: file.name)))
        listed = ", ".join(sorted(names))
        self.request = (
            f"Our reporter sent the parts of tonight's show, in no order: {listed}. Please make episode.wav "
            "from them, ready to be broadcast, and chapters.csv for our website."
        )
        self.fuzzy_request = (
            f"Tonight's show is in {listed}. I need episode.wav, fit to be broadcast, and chapters.csv."
        )
        self.shown = (house, right)
        self.key_facts = (house,)

    def _starts(self, removed: float) -> list[float]:
        """Return when the parts begin."""
        lengths = [truth.seconds for truth in self._truths.values()]
        apart = 2 * _BETWEEN + _MARK
        second = lengths[0] + apart
        return [0.0, round(second, 3), round(second + lengths[1] - removed + apart, 3)]

    def _slip(self) -> tuple[float, float, float]:
        """Return when the wrong sentence, the apology and the correction begin, with a little silence."""
        turns = self._truths["Report"].turns
        return tuple(round(turns[place].start - 0.3, 2) for place in (1, 2, 3))  # type: ignore[return-value]

    def plan(self, skipped: Shortcut | None = None) -> Plan:
        wrong, sorry, right = self._slip()
        names, order = self._names, list(self._names)
        heard = yield [
            call("speech-recognition/transcribe_words", path=file.name) for file in self.inputs.world_files
        ]
        if skipped is Shortcut.DEAF:
            order = ["Goodbye", "Report", "Greeting"]
        first = wrong if skipped in (Shortcut.TRUSTING, Shortcut.DEAF) else sorry
        removed = {"path": names["Report"], "end": right, "output_path": "report.wav"}
        yield [
            call("audio/remove_section", *heard, start=first, **removed),
            call("audio/generate_tone", frequency=600, seconds=_MARK, output_path="mark.wav"),
        ]
        if skipped is None:
            (again,) = yield [call("speech-recognition/transcribe", path="report.wav")]
            yield [call("audio/remove_section", again, start=wrong, **removed)]
            yield [call("speech-recognition/transcribe", path="report.wav")]
        paths = [part for title in order for part in (self._part(title), "mark.wav")][:-1]
        join = call("audio/join_audio", *heard, paths=paths, pause=_BETWEEN, output_path="episode.wav")
        yield [join]
        if skipped in (None, Shortcut.DEAF):
            (short,) = yield [call("speech-recognition/transcribe", path="episode.wav")]
            yield [call("audio/join_audio", *heard, short, **join.arguments)]
            yield [call("speech-recognition/transcribe", path="episode.wav")]
        starts = self._starts(right - (sorry if skipped is Shortcut.UNINSPECTED else wrong))
        rows = "".join(f"{start:.1f},{title}\n" for start, title in zip(starts, order, strict=True))
        yield [call("files/write_text", path="chapters.csv", text=f"start,title\n{rows}")]
        yield [call(_DONE, summary="The show is ready.", artefacts=["episode.wav", "chapters.csv"])]
        return self._solution()

    def _part(self, title: str) -> str:
        return "report.wav" if title == "Report" else self._names[title]

    def _solution(self) -> Solution:
        wrong, _, right = self._slip()
        starts, turns = self._starts(right - wrong), self._truths["Report"].turns
        report, goodbye = self._names["Report"], self._names["Goodbye"]
        rows = tuple((round(start, 1), title) for start, title in zip(starts, self._truths, strict=True))
        end = starts[2] + self._truths["Goodbye"].seconds
        return Solution(
            answer="episode.wav has greeting, report and goodbye, without the slip.",
            points=(
                format_point("The show was made.", FileExists("episode.wav")),
                tool_point(
                    "It is as long as its parts without the slip.",
                    SoundDuration("episode.wav", round(end, 2), tolerance=0.9),
                ),
                tool_point(
                    "A beep separates the parts.", SoundTones("episode.wav", 2, (600.0,)),
                ),
                tool_point(
                    "The greeting comes first, then the report.",
                    SoundUnchanged("episode.wav", self._names["Greeting"], at=0.0),
                    SoundUnchanged(
                        "episode.wav", report, start=turns[0].start, end=turns[0].end,
                        at=round(starts[1] + turns[0].start, 2), tolerance=0.3,
                    ),
                ),
                tool_point(
                    "The report has its correction and what follows.",
                    SoundUnchanged("episode.wav", report, start=turns[3].start, end=turns[4].end),
                ),
                tool_point(
                    "The goodbye is complete and comes last.",
                    SoundUnchanged("episode.wav", goodbye, end=self._truths["Goodbye"].turns[-1].end,
                                   at=starts[2], tolerance=0.9),
                ),
                tool_point(
                    "chapters.csv says when each part begins.",
                    CsvTable("chapters.csv", ("start", "title"), rows, tolerance=Tolerance(absolute=0.9)),
                ),
            ),
        )  # fmt: skip
