"""Checks of pictures."""

from m3bench.checks.pictures.contains import GeneratedSubject, PictureContains
from m3bench.checks.pictures.intact import damages
from m3bench.checks.pictures.lettering import has_lettering
from m3bench.checks.pictures.overlay import Mark, PictureOverlay
from m3bench.checks.pictures.overlay_pixels import miniature
from m3bench.checks.pictures.pictures import PictureChangedOnly, PictureCrop
from m3bench.checks.pictures.reading import Thumbnail, read_picture, thumbnails
from m3bench.checks.pictures.regions import PictureRegions
from m3bench.checks.pictures.texts import PictureTexts
from m3bench.checks.pictures.vision import PictureShows
from m3bench.checks.pictures.writing import lacking, read_writing, strangers

__all__ = [
    "GeneratedSubject",
    "Mark",
    "PictureChangedOnly",
    "PictureContains",
    "PictureCrop",
    "PictureOverlay",
    "PictureRegions",
    "PictureShows",
    "PictureTexts",
    "Thumbnail",
    "damages",
    "has_lettering",
    "lacking",
    "miniature",
    "read_picture",
    "read_writing",
    "strangers",
    "thumbnails",
]
