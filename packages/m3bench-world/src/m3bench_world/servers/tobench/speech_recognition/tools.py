"""The tools of speech recognition: Whisper tiny.en, for English; spans and subtitles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from m3bench.media import Sound, cut, envelope
from m3bench.media.speech import Word, load_recognizer, recognize, spoken_words, word_error_rate
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    Proof,
    Server,
    about,
    check_range,
    check_text,
    network_turn,
    unloadable,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sound_files import (
    Path,
    check_span,
    load_sound,
    look_at,
    media_failures,
    save_text,
)

MOST_RECOGNIZED = 60.0
"""In seconds, per call: some four seconds of work."""
_CUT_BACK = 12.0
_STEP = 0.1

unloadable(load_recognizer)


class Heard:
    """The words of a span, and how far it reached."""

    def __init__(self, sound: Sound, start: float, end: float, wanted_end: float) -> None:
        self.sound, self.start, self.end = sound, start, end
        self.continues = end if end < wanted_end - 0.05 else None
        part = cut(sound, start, end)
        with media_failures(), network_turn(part.samples.nbytes):
            found = recognize(part)
        self.words = [
            Word(word.text, round(word.start + start, 2), round(min(word.end + start, sound.seconds), 2))
            for word in found
        ]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def hear(context: ToolContext, path: str, start: float, end: float | None) -> Heard:
    """Recognize a part of a file: up to `MOST_RECOGNIZED` seconds, the end moved to a quiet moment."""
    sound = load_sound(context.files, path)
    first, last = check_span(sound, start, end)
    if last - first <= MOST_RECOGNIZED:
        return Heard(sound, first, last, last)
    latest = first + MOST_RECOGNIZED
    levels = envelope(cut(sound, latest - _CUT_BACK, latest), _STEP)
    quiet = latest - _CUT_BACK + (int(np.argmin(levels)) + 0.5) * _STEP
    return Heard(sound, first, round(quiet, 2), last)


def hear_all(context: ToolContext, path: str, most_seconds: float) -> tuple[Sound, list[Word]]:
    """Recognize a file from its beginning, in parts; at most `most_seconds` of it."""
    heard = hear(context, path, 0.0, None)
    words = heard.words
    while heard.continues is not None and heard.continues < most_seconds:
        heard = hear(context, path, heard.continues, None)
        words = [*words, *heard.words]
    return heard.sound, words


_SENTENCE_ENDS = (".", "?", "!")
_LONGEST_SECONDS = 6.0
_PAUSE = 0.8


def group_words(words: Sequence[Word], most_characters: int) -> list[list[Word]]:
    """Return the words of each subtitle: at most a sentence, six seconds and a number of letters."""
    groups: list[list[Word]] = []
    for word in words:
        held = groups[-1] if groups else []
        length = sum(len(each.text) + 1 for each in held) + len(word.text)
        fits = held and length <= most_characters and word.end - held[0].start <= _LONGEST_SECONDS
        if fits and not held[-1].text.endswith(_SENTENCE_ENDS) and word.start - held[-1].end <= _PAUSE:
            held.append(word)
        else:
            groups.append([word])
    return groups


def write_srt(groups: Sequence[Sequence[Word]]) -> str:
    """Return subtitles as SubRip."""
    blocks = [
        f"{number}\n{_clock(group[0].start, ',')} --> {_clock(_end(group), ',')}\n{_text(group)}\n"
        for number, group in enumerate(groups, 1)
    ]
    return "\n".join(blocks)


def write_vtt(groups: Sequence[Sequence[Word]]) -> str:
    """Return subtitles as WebVTT."""
    blocks = [
        f"{_clock(group[0].start, '.')} --> {_clock(_end(group), '.')}\n{_text(group)}\n" for group in groups
    ]
    return "\n".join(["WEBVTT\n", *blocks])


def _end(group: Sequence[Word]) -> float:
    return max(group[-1].end, group[0].start + 0.1)


def _text(group: Sequence[Word]) -> str:
    return " ".join(word.text for word in group)


def _clock(seconds: float, point: str) -> str:
    thousandths = round(seconds * 1_000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1_000:02}{point}{rest % 1_000:03}"


MOST_SUBTITLED = 110.0
MOST_COMPARED = 5_000
MOST_COMPARED_WORDS = 1_500

server = Server(
    "speech-recognition",
    "Transcribe English speech in sounds and films of the workspace.",
    sources=("speech-model",),
    strict=True,
    proof=Proof("compare_transcripts", {"expected": "order four seven", "actual": "Order 4-7."}),
    uses_world=False,
)

Start = Annotated[float, about("Where to start, in seconds.")]
End = Annotated[float | None, about("Where to stop, in seconds; by default at the end of the sound.")]


@server.tool(perception=True)
def transcribe(context: ToolContext, path: Path, start: Start = 0.0, end: End = None) -> Answer:
    """Transcribe the English speech of a sound or film: the whole text, and its phrases with start and end.

    At most 60 s per call; if more follows, `continues_at` says where to start the next call. The recognizer
    may mishear names and numbers, above all in noise.
    """
    heard = hear(context, path, start, end)
    phrases = [
        {"start": group[0].start, "end": group[-1].end, "text": " ".join(word.text for word in group)}
        for group in group_words(heard.words, 120)
    ]
    data: dict[str, Any] = {"text": heard.text, "phrases": phrases, "seconds": round(heard.sound.seconds, 2)}
    if heard.continues is not None:
        data["continues_at"] = heard.continues
    return Answer(data, looked=look_at(context.files, path, heard.sound, (heard.start, heard.end)))


@server.tool(perception=True)
def transcribe_words(context: ToolContext, path: Path, start: Start = 0.0, end: End = None) -> Answer:
    """Transcribe the English speech of a sound or film word by word, each with its start and end in seconds.

    Times are exact to about 0.3 s. At most 60 s per call; `continues_at` says where to start the next call.
    """
    heard = hear(context, path, start, end)
    words = [[word.text, word.start, word.end] for word in heard.words]
    data: dict[str, Any] = {"words": words, "seconds": round(heard.sound.seconds, 2)}
    if heard.continues is not None:
        data["continues_at"] = heard.continues
    return Answer(data, looked=look_at(context.files, path, heard.sound, (heard.start, heard.end)))


@server.tool(perception=True)
def find_phrase(
    context: ToolContext,
    path: Path,
    phrase: Annotated[str, about("The words to find, such as 'order number'. Digits match number words.")],
    start: Start = 0.0,
    end: End = None,
) -> Answer:
    """Find where words are said in at most 60 s of a sound or film: start and end of each place, in seconds.

    `continues_at` says where to go on if the sound is longer. Only exact words as the recognizer hears them
    are found.
    """
    wanted = spoken_words(check_text(phrase, "phrase"))
    if not wanted:
        raise BadArgument("phrase", "it has no words; pass what is said")
    heard = hear(context, path, start, end)
    pieces = [(piece, word) for word in heard.words for piece in spoken_words(word.text)]
    places = [
        {"start": pieces[first][1].start, "end": pieces[first + len(wanted) - 1][1].end}
        for first in range(len(pieces) - len(wanted) + 1)
        if [piece for piece, _ in pieces[first : first + len(wanted)]] == wanted
    ]
    if not places and heard.continues is None:
        raise NotFound(f"'{phrase[:100]}' is not said between {heard.start:g} and {heard.end:g} s")
    data: dict[str, Any] = {"places": places}
    if heard.continues is not None:
        data["continues_at"] = heard.continues
    return Answer(
        data, looked=look_at(context.files, path, heard.sound, (heard.start, heard.end), "structure")
    )


@server.tool(read_only=False, perception=True)
def write_subtitles(
    context: ToolContext,
    path: Path,
    output_path: Annotated[str, about("Where to write them; ends in .srt (SubRip) or .vtt (WebVTT).")],
    most_characters: Annotated[int, about("The longest subtitle, from 20 to 200 characters.")] = 80,
) -> Answer:
    """Transcribe a sound or film of up to 110 s and write its subtitles to a file, one phrase each.

    The answer has the number of subtitles and where the last one ends.
    """
    check_range(most_characters, "most_characters", 20, 200)
    save_check = output_path.strip().lower()
    if not save_check.endswith((".srt", ".vtt")):
        raise BadArgument("output_path", f"'{output_path[-80:]}' must end in .srt or .vtt")
    context.files.inside(output_path, "output_path")
    sound, words = hear_all(context, path, MOST_SUBTITLED)
    if sound.seconds > MOST_SUBTITLED + 10:
        raise BadArgument(
            "path", f"the sound has {sound.seconds:.0f} s; cut it into parts of {MOST_SUBTITLED:g} s"
        )
    if not words:
        raise NotFound(f"speech in '{path[:100]}'")
    groups = group_words(words, most_characters)
    text = write_srt(groups) if save_check.endswith(".srt") else write_vtt(groups)
    written = save_text(context.files, text, output_path, (".srt", ".vtt"))
    return Answer({"path": written, "subtitles": len(groups), "ends_at": groups[-1][-1].end})


@server.tool
def compare_transcripts(
    expected: Annotated[str, about("What should be said, up to 5,000 characters.")],
    actual: Annotated[str, about("What was transcribed, up to 5,000 characters.")],
) -> Answer:
    """Compare two transcripts: the share of words that differ (word error rate), and how many words each has.

    Upper case, punctuation and the spelling of numbers do not count.
    """
    for name, text in (("expected", expected), ("actual", actual)):
        if len(text) > MOST_COMPARED:
            raise BadArgument(name, f"it has {len(text):,} characters; the maximum is {MOST_COMPARED:,}")
        if len(spoken_words(text)) > MOST_COMPARED_WORDS:
            raise BadArgument(name, f"it has more than {MOST_COMPARED_WORDS:,} words and digits")
    words = spoken_words(expected)
    if not words:
        raise BadArgument("expected", "it has no words")
    rate = word_error_rate(expected, actual)
    data = {
        "word_error_rate": round(rate, 4),
        "expected_words": len(words),
        "actual_words": len(spoken_words(actual)),
    }
    return Answer(data, sources=("arithmetic",))
