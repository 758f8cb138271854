"""Checks of films and their subtitles."""

from m3bench.checks.films.captions import FilmCaptions
from m3bench.checks.films.films import FilmCuts, FilmDuration, FilmFrame, film_miniature
from m3bench.checks.films.sounds import FilmSound
from m3bench.checks.films.stills import FilmStill
from m3bench.checks.films.subtitles import FilmSubtitles, SpokenLine

__all__ = [
    "FilmCaptions",
    "FilmCuts",
    "FilmDuration",
    "FilmFrame",
    "FilmSound",
    "FilmStill",
    "FilmSubtitles",
    "SpokenLine",
    "film_miniature",
]
