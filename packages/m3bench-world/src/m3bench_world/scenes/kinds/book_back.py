"""The back of a book of the library: its text, its ISBN and bar code, at times with another code."""

from __future__ import annotations

from PIL import Image

from m3bench_world.library import Book
from m3bench_world.scenes.painting import (
    Canvas,
    Dice,
    Linear,
    darker,
    ellipse,
    lighter,
    polygon,
    rect,
    text_width,
    textures,
)
from m3bench_world.scenes.prints import (
    check_digit,
    code128_symbol,
    ean13_symbol,
    is_writable,
    page,
    paper,
    paragraph,
    stamp,
)
from m3bench_world.scenes.stage import Stage

_SIZE = (820, 900)
_COVER = (540, 780)
_SCHEMES = (
    ("#1f3a5a", "#f4efe2", "#e0a93e"), ("#f3ead8", "#3a2a1e", "#a8402e"), ("#2f4a3a", "#f2eddc", "#d9c26a"),
    ("#7a1f2b", "#fbf3e6", "#f0c9a0"), ("#e9eef2", "#1d2b3a", "#3a78a8"), ("#2b2530", "#f1e9f4", "#c98ad0"),
    ("#f6d77a", "#3a2a0c", "#b5531e"), ("#cfe3dc", "#143a34", "#2f7f6f"),
)  # fmt: skip
_LIBRARIES = (
    "Millbrook Public Library",
    "Harbour Town Library",
    "Eastfield College Library",
    "Old Quay Library",
)


def compose(stage: Stage) -> None:
    dice = stage.dice
    stage.size = _SIZE
    stage.backdrop = _table(dice)
    book = _chosen(stage)
    turn = dice.between(-7, 7) if dice.happens(0.8) else dice.pick((-90, 90, 180))
    canvas = page(*_COVER, turn)
    extra = dice.pick(("none", "none", "price add-on", "library label", "shop sticker"))
    codes = _cover(canvas, dice, book, extra)
    attributes = {"title": book.title, "isbn13": book.isbn13}
    stage.put(canvas.cutout("book", attributes).trimmed(), _SIZE[0] / 2, _SIZE[1] / 2, shadow="flat")
    stage.facts = {
        "isbn13": book.isbn13,
        "isbn_printed": book.hyphenated,
        "title": book.title,
        "authors": list(book.authors),
        "publisher": book.publisher,
        "turned": round(turn),
        "other_code": extra,
        **codes,
    }


def _table(dice: Dice) -> Image.Image:
    if dice.happens(0.6):
        return textures.wood(_SIZE, dice)
    return textures.fabric(_SIZE, dice) if dice.happens(0.6) else textures.concrete(_SIZE, dice)


def _chosen(stage: Stage) -> Book:
    """Choose a book whose text the font can write."""
    books = stage.world.library.sample(40, "book back", stage.number)
    return next(
        book for book in books if is_writable(book.title, book.description, *book.authors, book.publisher)
    )


def _cover(canvas: Canvas, dice: Dice, book: Book, extra: str) -> dict[str, str]:
    ground, ink, accent = dice.pick(_SCHEMES)
    wide, high = _COVER
    canvas.fill(
        rect(0, 0, wide, high, 4), Linear((0, 0), (wide, 0), [(0, lighter(ground, 0.1)), (1, ground)])
    )
    with canvas.inside(rect(0, 0, wide, high)):
        _decor(canvas, dice, accent)
    canvas.fill(rect(wide - 16, 0, 16, high), darker(ground, 0.25), opacity=0.8)
    top = paragraph(canvas, book.title, (44, 40), 32, accent, widest=wide - 110, weight=0.015)
    top = paragraph(canvas, book.description, (44, top + 16), 22, ink, widest=wide - 110)
    by = f"{' and '.join(book.authors)}. {book.pages} pages."
    paragraph(canvas, by, (44, top + 12), 20, ink, widest=wide - 110)
    beside = text_width(book.publisher, 22) < 150 and extra != "price add-on"
    foot = high - 36 if beside else high - 212
    canvas.text(book.publisher, 30, foot, 22, accent, anchor="start", weight=0.01)
    codes = _barcode(canvas, dice, book, extra)
    canvas.stroke(rect(0, 0, wide, high, 4), darker(ground, 0.5), 1.5, closed=True)
    return codes


def _decor(canvas: Canvas, dice: Dice, accent: str) -> None:
    """Draw a line, and an abstract shape in the middle if there is room."""
    style, (wide, high) = dice.pick(("hills", "discs", "stripes", "sun", "none")), _COVER
    if dice.happens(0.5):
        canvas.line((44, 24), (wide - 64, 24), colour=accent, width=3)
    if style == "hills":
        far = f"M0 500 C 120 400 220 430 300 480 C 380 420 470 400 {wide} 470 V{high} H0 Z"
        canvas.fill(far, accent, opacity=0.2)

        canvas.fill(f"M0 580 C 160 500 300 520 {wide} 600 V{high} H0 Z", accent, opacity=0.25)
    elif style == "discs":
        for x, y, radius in ((60, 560, 110), (20, 660, 60), (170, 520, 46), (420, 470, 60)):
            canvas.fill(ellipse(x, y, radius), accent, opacity=0.22)
    elif style == "stripes":
        for index in range(6):
            y = 400 + index * 34
            canvas.fill(polygon((0, y), (wide, y - 60), (wide, y - 46), (0, y + 14)), accent, opacity=0.25)
    elif style == "sun":
        for radius in (150, 112, 74, 36):
            canvas.fill(ellipse(wide / 2, 470, radius), accent, opacity=0.14)


def _barcode(canvas: Canvas, dice: Dice, book: Book, extra: str) -> dict[str, str]:
    """Draw the panel with the ISBN and its bar code. Returns further codes."""
    wide, high = _COVER
    price = f"5{dice.whole(799, 3499):04d}" if extra == "price add-on" else ""
    symbol = ean13_symbol(book.isbn13, price)
    module = 2.4 if price else 2.6
    left, top = wide - 40 - symbol.modules.width * module, high - 190
    canvas.fill(rect(left, top, symbol.modules.width * module, 160), "#ffffff")
    canvas.text(f"ISBN {book.hyphenated}", left + 14, top + 18, 21, "#111111", anchor="start")
    stamp(canvas, symbol, (left, top + 32), module, tall=92)
    digits = book.isbn13
    middle = left + (11 + 95 / 2) * module
    canvas.text(f"{digits[0]} {digits[1:7]} {digits[7:]}", middle, top + 140, 24, "#111111")
    if price:
        canvas.text(
            f"${int(price[1:]) / 100:.2f}", left + (11 + 95 + 9 + 24) * module, top + 140, 22, "#111111"
        )
        return {"price_add_on": price}
    if extra == "library label":
        return _library_label(canvas, dice)
    return _sticker(canvas, dice) if extra == "shop sticker" else {}


def _library_label(canvas: Canvas, dice: Dice) -> dict[str, str]:
    name, number = dice.pick(_LIBRARIES), f"3{dice.whole(10**8, 10**9 - 1)}"
    symbol = code128_symbol(number)
    wide = max(symbol.modules.width * 2.2, 300)
    with canvas.moved(34, _COVER[1] - 378, turn=dice.between(-2, 2)):
        paper(canvas, wide, 126, "#ffffff", radius=5)
        canvas.text(name, wide / 2, 18, 21, "#222222", widest=wide - 16)
        stamp(canvas, symbol, ((wide - symbol.modules.width * 2.2) / 2, 32), 2.2, tall=60)
        canvas.text(number, wide / 2, 110, 22, "#222222")
    return {"library": name, "library_number": number}


def _sticker(canvas: Canvas, dice: Dice) -> dict[str, str]:
    body = f"2{dice.whole(10**10, 10**11 - 1)}"
    number, price = body + check_digit(body), f"${dice.whole(2, 19)}.{dice.pick(('49', '95', '99'))}"
    with canvas.moved(34, _COVER[1] - 378, turn=dice.between(-4, 4)):
        paper(canvas, 290, 142, "#fff1a0", radius=8)
        canvas.text(f"SALE {price}", 145, 20, 26, "#b01a14", weight=0.02)
        canvas.fill(rect(12, 38, 266, 96), "#ffffff")
        stamp(canvas, ean13_symbol(number), (12 + (266 - 117 * 2.2) / 2, 40), 2.2, tall=64)
        canvas.text(f"{number[0]} {number[1:7]} {number[7:]}", 145, 119, 22, "#111111")
    return {"sticker_code": number, "sticker_price": price}
