"""Checks of pictures."""

from m3bench.checks.pictures.overlay import HUES, Mark, PictureOverlay
from m3bench.checks.pictures.overlay_pixels import miniature
from m3bench.checks.pictures.pictures import Box, PictureChangedOnly, PictureCrop
from m3bench.checks.pictures.reading import Thumbnail, read_picture, thumbnails
from m3bench.checks.pictures.vision import PictureShows

__all__ = [
    "HUES",
    "Box",
    "Mark",
    "PictureChangedOnly",
    "PictureCrop",
    "PictureOverlay",
    "PictureShows",
    "Thumbnail",
    "miniature",
    "read_picture",
    "thumbnails",
]
