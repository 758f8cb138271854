"""`Huge Icons`: find icons and use them on a platform.

Icons and their use, without glyphs, on six platforms.
"""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import Answer, about, make_face
from m3bench_world.servers.hugeicons import server as hugeicons

__all__ = ["server"]

Platform = Literal["react", "vue", "angular", "svelte", "react-native", "flutter"]


def get_platform_usage(platform: Annotated[Platform, about("Where the icons are to be used.")]) -> Answer:
    return hugeicons.tools["get_platform_usage"].handler(platform)


server = make_face(
    hugeicons,
    "Huge Icons",
    tools=("list_icons", "search_icons", "get_platform_usage"),
    overrides={"get_platform_usage": get_platform_usage},
)
