"""The tool of `linkimage-mcp`."""

from __future__ import annotations

import io
from typing import Annotated

from PIL import Image

from m3bench.servers.kit import Answer, NotFound, Picture, Proof, Server, about, check_text
from m3bench_world.scenes import pages
from m3bench_world.servers.context import ToolContext

FOLDER = "images"

server = Server(
    "linkimage-mcp",
    "Fetches the main picture of a page of the world's own web",
    sources=("scenes", "landmarks", "museum"),
    proof=Proof("fetch_unsplash_image", {"url": "https://photos.example/landmarks/eiffel-tower"}),
)


@server.tool(read_only=False)
def fetch_unsplash_image(
    context: ToolContext,
    url: Annotated[
        str,
        about(
            "Address of a page with a picture: https://photos.example/landmarks/eiffel-tower, a page of "
            "photos.example that a task names, a landmark's website or article, or a museum object's page."
        ),
    ],
) -> Answer:
    """Fetches the main picture of a page, gives it back to look at, and writes it into the folder 'images' of
    the workspace, so that other tools can work on the file. Says which pages are near where there is none."""
    address = check_text(url, "url")
    page = pages.fetch(context.world, address)
    if page is None:
        raise NotFound(_reason(address), pages.near(context.world, address))
    written = context.files.write(f"{FOLDER}/{page.name}.png", page.png)
    with Image.open(io.BytesIO(page.png)) as image:
        width, height = image.size
    data = {
        "url": page.address,
        "file": context.files.relative(written),
        "format": "png",
        "width": width,
        "height": height,
        "bytes": len(page.png),
    }
    return Answer(data, pictures=(Picture(page.png),), sources=page.sources)


def _reason(address: str) -> str:
    shown = address[:200]
    if "unsplash" in address.casefold():
        return (
            f"'{shown}': photographs of unsplash.com are not part of this world, which has pages of its own"
        )
    return f"no page with a picture at '{shown}'"
