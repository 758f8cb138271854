"""The five tools of the icon library."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_text
from m3bench_world.icons import Icon, Icons, UnknownIcon
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.hugeicons.platforms import USAGE

MOST_FOUND = 50

server = Server(
    "hugeicons-mcp",
    "Find icons, and how to use them on a platform.",
    sources=("icons",),
    proof=Proof("search_icons", {"query": "tree"}),
)

IconName = Annotated[str, about("Name of an icon as search_icons gives it, such as 'coffee-01'.")]
Platform = Literal["react", "vue", "angular", "svelte", "react-native", "flutter", "html"]
Style = Literal[
    "bulk-rounded",
    "duotone-rounded",
    "duotone-standard",
    "solid-rounded",
    "solid-sharp",
    "solid-standard",
    "stroke-rounded",
    "stroke-sharp",
    "stroke-standard",
    "twotone-rounded",
]


def _icon(context: ToolContext, name: str) -> Icon:
    try:
        return context.world.icons.find(check_text(name, "icon_name"))
    except UnknownIcon as unknown:
        raise NotFound(str(unknown), unknown.near) from None


@server.tool
def list_icons(context: ToolContext) -> Answer:
    """The names of all icons, some 4,000, by category. The list is long (about 55 kB): search_icons is
    quicker where you know what the icon should show."""
    icons = context.world.icons
    return Answer({"count": len(icons), "categories": icons.by_category()})


@server.tool
def search_icons(
    context: ToolContext,
    query: Annotated[str, about("What the icon shows or means, in a word or a few: 'tree', 'add user'.")],
) -> Answer:
    """Icons whose name or tags fit the words, best first, with category and tags. At most 50; 'total'
    says how many fit."""
    icons = context.world.icons
    wanted = check_text(query, "query")
    found = icons.search(wanted)
    if not found:
        raise NotFound(f"no icon for '{wanted[:60]}'", icons.near(wanted))
    shown = [
        {"name": icon.name, "category": icon.category, "tags": list(icon.tags)} for icon in found[:MOST_FOUND]
    ]
    return Answer({"query": wanted, "total": len(found), "count": len(shown), "icons": shown})


@server.tool
def get_platform_usage(
    platform: Annotated[Platform, about("Where the icons are to be used.")],
) -> Answer:
    """How to use the icons on a platform: what to install, an example in code, and notes."""
    usage = USAGE[platform]
    return Answer(
        {
            "platform": platform,
            "install": usage.install,
            "packages": list(usage.packages),
            "example": usage.example,
            "notes": list(usage.notes),
        }
    )


def _glyph(icon: Icon, style: str) -> dict[str, Any]:
    point = Icons.code_point(icon, style)
    return {
        "style": style,
        "code_point": f"U+{point:X}",
        "decimal": point,
        "character": chr(point),
        "html": f"&#x{point:X};",
    }


@server.tool
def get_icon_glyphs(context: ToolContext, icon_name: IconName) -> Answer:
    """The glyphs of an icon in all styles in which it is drawn: style, code point and character in the icon
    font."""
    icon = _icon(context, icon_name)
    glyphs = [_glyph(icon, style) for style in context.world.icons.styles(icon)]
    return Answer({"name": icon.name, "category": icon.category, "glyphs": glyphs})


@server.tool
def get_icon_glyph_by_style(
    context: ToolContext,
    icon_name: IconName,
    style: Annotated[Style, about("The style; every icon is drawn in stroke-rounded, most in all.")],
) -> Answer:
    """The glyph of an icon in one style: code point and character in the icon font."""
    icon = _icon(context, icon_name)
    styles = context.world.icons.styles(icon)
    if style not in styles:
        raise NotFound(f"{icon.name} is not drawn in {style}", styles)
    return Answer({"name": icon.name, **_glyph(icon, style)})
