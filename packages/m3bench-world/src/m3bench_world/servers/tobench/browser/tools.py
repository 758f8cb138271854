"""Opening and reading pages. This works without Chromium."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, Proof, Server, about, decode_picture, to_picture
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.browser.reading import PageContent, read_html
from m3bench_world.servers.tobench.browser.session import WIDTH, Session, Visit, find_page

server = Server(
    "browser",
    "A web browser: open pages, follow links, fill in and send forms, and see the page.",
    sources=("web",),
    strict=True,
    proof=Proof("open_page", {"url": "https://shop.example/"}),
)

_LONGEST_TEXT = 20_000
_MOST_HEIGHT = 4_000


def content_of(session: Session, context: ToolContext) -> PageContent:
    return read_html(session.html(context), session.url)


def summary(session: Session, context: ToolContext) -> dict[str, object]:
    """Return which page is open."""
    return {"url": session.url, "title": content_of(session, context).title.strip()}


@server.tool
def open_page(
    context: ToolContext,
    url: Annotated[str, about("Address of the page, such as 'https://shop.example/'.")],
) -> Answer:
    """Open a web page. Returns its address and title, and how many links and forms it has. Sites are
    shop.example, city.example, hotel.example, telecom.example, bank.example and news.example."""
    url = url.strip()
    find_page(context, url)
    with Visit(context) as session:
        session.visit(url)
        if session.page is not None:
            session.page.open(url)
        content = content_of(session, context)
        counts = {"links": len(content.links), "forms": len(content.forms)}
        return Answer(summary(session, context) | counts)


@server.tool
def read_page(context: ToolContext) -> Answer:
    """Read the open page as text, line by line; cells of tables are separated by bars. At most 20,000
    characters."""
    with Visit(context) as session:
        text = "\n".join(content_of(session, context).lines)
        return Answer(summary(session, context) | {"text": text[:_LONGEST_TEXT]})


@server.tool
def list_links(context: ToolContext) -> Answer:
    """List the links of the open page: their texts and where they lead."""
    with Visit(context) as session:
        return Answer(summary(session, context) | {"links": content_of(session, context).links[:200]})


@server.tool
def list_forms(context: ToolContext) -> Answer:
    """List the forms of the open page with their fields: names, labels, kinds, choices, and which are
    required."""
    with Visit(context) as session:
        return Answer(summary(session, context) | {"forms": content_of(session, context).forms[:20]})


@server.tool
def go_back(context: ToolContext) -> Answer:
    """Go back to the page that was open before. What was filled in is lost."""
    with Visit(context) as session:
        if len(session.history) < 2:
            raise BadArgument("history", "there is no page before this one; call open_page")
        session.history.pop()
        if session.page is not None:
            session.drop()
        return Answer(summary(session, context))


@server.tool
def screenshot(
    context: ToolContext,
    full_page: Annotated[bool, about("The whole page, not only what the window shows.")] = False,
) -> Answer:
    """See the open page as it looks in Chromium, with what was filled in. Returns a picture."""
    with Visit(context) as session:
        page = session.live(context)
        height = int(page.evaluate("document.documentElement.scrollHeight") or 1)
        clip = (0.0, 0.0, float(WIDTH), float(max(1, min(height, _MOST_HEIGHT))))
        image = decode_picture(page.screenshot(clip if full_page else None), "the page", "page")
        return Answer(summary(session, context), pictures=(to_picture(image),))
