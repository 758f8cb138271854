"""Checks of slides."""

from m3bench.checks.slides.contents import SlideChart, SlideTable
from m3bench.checks.slides.reading import Deck, Item, read_deck
from m3bench.checks.slides.slides import SlideLayout, SlidePictures, SlideTexts
from m3bench.checks.slides.styles import SlideStyle, TextStyle

__all__ = [
    "Deck",
    "Item",
    "SlideChart",
    "SlideLayout",
    "SlidePictures",
    "SlideStyle",
    "SlideTable",
    "SlideTexts",
    "TextStyle",
    "read_deck",
]
