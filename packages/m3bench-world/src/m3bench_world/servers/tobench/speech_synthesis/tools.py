"""The tools of speech synthesis, for English."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from m3bench.media import Sound, join, silence
from m3bench.media.speech import (
    VOICES,
    Speech,
    UnspeakableText,
    estimate_seconds,
    load_synthesizer,
    synthesize,
)
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Proof,
    Server,
    about,
    check_choice,
    check_range,
    network_turn,
    unloadable,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.sound_files import check_output_path, media_failures, save_sound

MOST_CHARACTERS = 3_000
MOST_LINES = 40

server = Server(
    "speech-synthesis",
    "Speak English texts to sound files, in several voices.",
    sources=("voice-model",),
    strict=True,
    proof=Proof("speak", {"text": "It works.", "output_path": "proof.wav"}),
    uses_world=False,
)
unloadable(load_synthesizer)

OutputPath = Annotated[
    str, about("Where to write the sound. The suffix decides the format: .wav, .flac, .mp3, .ogg or .m4a.")
]
VoiceName = Annotated[str, about("Name of a voice, as `list_voices` lists them.")]
Speed = Annotated[float, about("From 0.5 (slow) to 2 (fast).")]


class DialogueLine(msgspec.Struct, frozen=True):
    """What one voice says."""

    text: Annotated[str, about("What is said.")]
    voice: VoiceName = "heart"
    pause: Annotated[float, about("Silence before it, from 0 to 10 s.")] = 0.4
    speed: Speed = 1.0


@server.tool
def list_voices() -> Answer:
    """List the voices: name and description. All speak American English."""
    return Answer({"voices": [{"name": voice.name, "about": voice.about} for voice in VOICES.values()]})


@server.tool
def estimate_duration(
    text: Annotated[str, about("The text, up to 3,000 characters.")],
    voice: VoiceName = "heart",
    speed: Speed = 1.0,
) -> Answer:
    """Estimate how many seconds it takes to speak a text, without speaking it. Exact to about 20 %."""
    _checked(text, speed)
    return Answer({"seconds": estimate_seconds(text, _voice(voice), speed)})


@server.tool(read_only=False)
def speak(
    context: ToolContext,
    text: Annotated[str, about("English text, up to 3,000 characters. Numbers are read out.")],
    output_path: OutputPath,
    voice: VoiceName = "heart",
    speed: Speed = 1.0,
) -> Answer:
    """Speak a text to a sound file: one channel at 24 kHz, about -20 dBFS loud.

    The answer has the duration. The same text gives the same sound.
    """
    check_output_path(context.files, output_path)
    speech = _spoken(text, _voice(voice), speed)
    return Answer({**save_sound(context.files, speech.sound, output_path), "words": len(speech.words)})


@server.tool(read_only=False)
def speak_dialogue(
    context: ToolContext,
    lines: Annotated[list[DialogueLine], about("1 to 40 lines in order, together up to 3,000 characters.")],
    output_path: OutputPath,
) -> Answer:
    """Speak a dialogue with several voices to one sound file.

    The answer has the start and end of each line in seconds, as subtitles or cuts need them.
    """
    if not 1 <= len(lines) <= MOST_LINES:
        raise BadArgument("lines", f"{len(lines)} lines; pass 1 to {MOST_LINES}")
    if sum(len(line.text) for line in lines) > MOST_CHARACTERS:
        raise BadArgument("lines", f"together they have more than {MOST_CHARACTERS:,} characters")
    check_output_path(context.files, output_path)
    parts: list[Sound] = []
    times: list[dict[str, Any]] = []
    at = 0.0
    for line in lines:
        speech = _spoken(line.text, _voice(line.voice), line.speed)
        parts += [silence(check_range(line.pause, "pause", 0, 10), speech.sound.rate), speech.sound]
        at += line.pause
        times.append({"start": round(at, 2), "end": round(at + speech.sound.seconds, 2), "voice": line.voice})
        at += speech.sound.seconds
    return Answer({**save_sound(context.files, join(parts), output_path), "lines": times})


def _voice(name: str) -> str:
    return check_choice(name, "voice", tuple(VOICES))


def _checked(text: str, speed: float) -> None:
    if not text.strip():
        raise BadArgument("text", "it is empty; pass what is to be said")
    if len(text) > MOST_CHARACTERS:
        raise BadArgument("text", f"it has {len(text):,} characters; the maximum is {MOST_CHARACTERS:,}")
    check_range(speed, "speed", 0.5, 2)


def _spoken(text: str, voice: str, speed: float) -> Speech:
    _checked(text, speed)
    try:
        with media_failures("text"), network_turn(0):
            return synthesize(text, voice, speed)
    except UnspeakableText as problem:
        raise BadArgument("text", f"{problem}; pass a shorter or another English text") from None
