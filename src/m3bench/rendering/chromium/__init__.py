"""Chromium without a window, driven over a pipe with the DevTools protocol. It never reaches the network."""

from m3bench.rendering.chromium.browser import CHROMIUM_MISSING, Browser, start_browser
from m3bench.rendering.chromium.page import Page, Request, Response
from m3bench.rendering.chromium.process import find_chromium

__all__ = ["CHROMIUM_MISSING", "Browser", "Page", "Request", "Response", "find_chromium", "start_browser"]
