"""Speech: synthesis, recognition, and comparing what was said."""

from m3bench.media.speech.comparison import edit_distance, spoken_words, word_error_rate
from m3bench.media.speech.recognition import load_recognizer, recognize
from m3bench.media.speech.speech import Speech, Word
from m3bench.media.speech.synthesis import UnspeakableText, estimate_seconds, load_synthesizer, synthesize
from m3bench.media.speech.voices import VOICES

__all__ = [
    "VOICES",
    "Speech",
    "UnspeakableText",
    "Word",
    "edit_distance",
    "estimate_seconds",
    "load_recognizer",
    "load_synthesizer",
    "recognize",
    "spoken_words",
    "synthesize",
    "word_error_rate",
]
