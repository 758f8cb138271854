"""Films as frames and sound: reading, writing, cuts and subtitles."""

from m3bench.media.film.comparing import MINIATURE_SIZE, find_cuts, frame_similarity, shrunk
from m3bench.media.film.lettering import Place, draw_text
from m3bench.media.film.limits import MOST_PIXELS, MOST_SECONDS, MOST_SIZE, FilmTooLarge
from m3bench.media.film.reading import Film, Frame, Pixels
from m3bench.media.film.sounds import cut_sound, fit_sound, mix_sounds
from m3bench.media.film.subtitles import Subtitle, read_subtitles, write_subtitles
from m3bench.media.film.writing import write_film

__all__ = [
    "MINIATURE_SIZE",
    "MOST_PIXELS",
    "MOST_SECONDS",
    "MOST_SIZE",
    "Film",
    "FilmTooLarge",
    "Frame",
    "Pixels",
    "Place",
    "Subtitle",
    "cut_sound",
    "draw_text",
    "find_cuts",
    "fit_sound",
    "frame_similarity",
    "mix_sounds",
    "read_subtitles",
    "shrunk",
    "write_film",
    "write_subtitles",
]
