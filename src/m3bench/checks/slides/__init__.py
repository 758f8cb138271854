"""Checks of slides."""

from m3bench.checks.slides.contents import SlideChart, SlideTable
from m3bench.checks.slides.layout import box_faults
from m3bench.checks.slides.looks import formatted_texts
from m3bench.checks.slides.reading import Deck, Item, Slide, opened_deck, read_deck
from m3bench.checks.slides.slides import SlideLayout, SlidePictures, SlideTexts
from m3bench.checks.slides.styles import SlideStyle, TextStyle

__all__ = [
    "Deck",
    "Item",
    "Slide",
    "SlideChart",
    "SlideLayout",
    "SlidePictures",
    "SlideStyle",
    "SlideTable",
    "SlideTexts",
    "TextStyle",
    "box_faults",
    "formatted_texts",
    "opened_deck",
    "read_deck",
]
