"""What is printed: text in lines and blocks, bar codes, labels of packages, pages, posters and screens."""

from m3bench.world.scenes.prints.artwork import paint
from m3bench.world.scenes.prints.cinema import known_films
from m3bench.world.scenes.prints.codes import check_digit, code128_symbol, ean13_symbol, qr_symbol, stamp
from m3bench.world.scenes.prints.drugs import Medicine, set_print, some_medicines
from m3bench.world.scenes.prints.goods import Article, themed
from m3bench.world.scenes.prints.labels import set_label
from m3bench.world.scenes.prints.links import Link, some_links
from m3bench.world.scenes.prints.listings import Listing, Token, listing, tokens
from m3bench.world.scenes.prints.page import page, paper
from m3bench.world.scenes.prints.till import Bill, Purchase, bill, money
from m3bench.world.scenes.prints.topics import Topic, topic
from m3bench.world.scenes.prints.typeset import (
    Block,
    Line,
    block_height,
    fitted,
    paragraph,
    set_lines,
    writable,
)
from m3bench.world.scenes.prints.wrapping import (
    Build,
    Dress,
    area_of,
    find_package,
    labelled,
    package,
    ribs,
    wrap,
)

__all__ = [
    "Article",
    "Bill",
    "Block",
    "Build",
    "Dress",
    "Line",
    "Link",
    "Listing",
    "Medicine",
    "Purchase",
    "Token",
    "Topic",
    "area_of",
    "bill",
    "block_height",
    "check_digit",
    "code128_symbol",
    "ean13_symbol",
    "find_package",
    "fitted",
    "known_films",
    "labelled",
    "listing",
    "money",
    "package",
    "page",
    "paint",
    "paper",
    "paragraph",
    "qr_symbol",
    "ribs",
    "set_label",
    "set_lines",
    "set_print",
    "some_links",
    "some_medicines",
    "stamp",
    "themed",
    "tokens",
    "topic",
    "wrap",
    "writable",
]
