"""Printed matter: text in lines and blocks, bar codes, package labels, pages, posters and screens."""

from m3bench_world.scenes.prints.artwork import paint
from m3bench_world.scenes.prints.codes import check_digit, code128_symbol, ean13_symbol, qr_symbol, stamp
from m3bench_world.scenes.prints.goods import Article, themed_articles
from m3bench_world.scenes.prints.labels import Medicine, set_label, set_print, some_medicines
from m3bench_world.scenes.prints.links import Link, some_links
from m3bench_world.scenes.prints.listings import (
    TOWNS,
    Listing,
    Token,
    Town,
    known_films,
    known_shares,
    listing,
    tokens,
)
from m3bench_world.scenes.prints.phone import PHONE, Notepad, page, paper, phone
from m3bench_world.scenes.prints.till import Bill, Purchase, bill, money
from m3bench_world.scenes.prints.topics import Topic, topic
from m3bench_world.scenes.prints.typeset import (
    Block,
    Line,
    block_height,
    fit_block,
    is_writable,
    paragraph,
    set_lines,
    wrap_text,
)
from m3bench_world.scenes.prints.wrapping import (
    Build,
    PackageStyle,
    find_package,
    label_area,
    package,
    paint_label,
    ribs,
    wrap,
)

__all__ = [
    "PHONE",
    "TOWNS",
    "Article",
    "Bill",
    "Block",
    "Build",
    "Line",
    "Link",
    "Listing",
    "Medicine",
    "Notepad",
    "PackageStyle",
    "Purchase",
    "Token",
    "Topic",
    "Town",
    "bill",
    "block_height",
    "check_digit",
    "code128_symbol",
    "ean13_symbol",
    "find_package",
    "fit_block",
    "is_writable",
    "known_films",
    "known_shares",
    "label_area",
    "listing",
    "money",
    "package",
    "page",
    "paint",
    "paint_label",
    "paper",
    "paragraph",
    "phone",
    "qr_symbol",
    "ribs",
    "set_label",
    "set_lines",
    "set_print",
    "some_links",
    "some_medicines",
    "stamp",
    "themed_articles",
    "tokens",
    "topic",
    "wrap",
    "wrap_text",
]
