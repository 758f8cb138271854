"""A library of icons: names, tags, styles and glyphs."""

from m3bench_world.icons.icons import STYLES, Icon, Icons, UnknownIcon

__all__ = ["STYLES", "Icon", "Icons", "UnknownIcon"]
