"""Checks of films and their subtitles."""

from m3bench.checks.films.captions import FilmCaptions
from m3bench.checks.films.films import PICTURES, FilmCuts, FilmDuration, FilmFrame
from m3bench.checks.films.miniatures import film_miniature
from m3bench.checks.films.reading import made_film, open_film, read_sound_of
from m3bench.checks.films.sounds import FilmSound
from m3bench.checks.films.stills import FilmStill
from m3bench.checks.films.subtitles import FilmSubtitles, SpokenLine

__all__ = [
    "PICTURES",
    "FilmCaptions",
    "FilmCuts",
    "FilmDuration",
    "FilmFrame",
    "FilmSound",
    "FilmStill",
    "FilmSubtitles",
    "SpokenLine",
    "film_miniature",
    "made_film",
    "open_film",
    "read_sound_of",
]
