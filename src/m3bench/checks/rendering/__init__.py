"""Rendering documents as pictures of limited size."""

from m3bench.checks.rendering.libreoffice import SUFFIXES, office
from m3bench.checks.rendering.rendering import render

__all__ = [
    "SUFFIXES",
    "office",
    "render",
]
