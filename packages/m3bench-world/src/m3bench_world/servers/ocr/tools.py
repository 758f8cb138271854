"""The 5 tools that read pictures and PDFs."""

from __future__ import annotations

import base64
import binascii
import io
from typing import Annotated, Any

from PIL import Image

from m3bench.core import local_path
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    Proof,
    Server,
    ToolFailure,
    about,
    decode_picture,
    load_picture,
)
from m3bench.workers import DocumentError, render_pages
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.ocr.engine import Options, Reading, parse_options, read_picture
from m3bench_world.servers.ocr.languages import LANGUAGES, Alphabet, scripts_for
from m3bench_world.servers.ocr.recognition import Line, Word

MOST_PAGES = 5
"""Maximum pages per call, since reading takes seconds per page."""
POINTS_PER_INCH, DOTS_PER_INCH = 72, 200
LONGEST_SIDE = 2_400
PdfPages = int | list[int] | None


def select_pages(pages: PdfPages, count: int) -> list[int]:
    """Check page numbers, which count from 1, and return them in the requested order."""
    if count < 1:
        raise BadArgument("input_data", "the PDF has no pages")
    if pages is None:
        return list(range(1, min(count, MOST_PAGES) + 1))
    wanted = list(dict.fromkeys([pages] if isinstance(pages, int) else pages))
    wrong = [page for page in wanted if not 1 <= page <= count]
    if wrong or not wanted:
        problem = f"there is no page {wrong[0]}" if wrong else "the list is empty"
        raise BadArgument("pages", f"{problem}; the PDF has pages 1 to {count}")
    if len(wanted) > MOST_PAGES:
        raise BadArgument(
            "pages", f"{len(wanted)} pages are too many for one call; the maximum is {MOST_PAGES}"
        )
    return wanted


def open_pages(
    data: bytes, pages: PdfPages, label: str, name: str
) -> tuple[int, list[tuple[int, Image.Image]]]:
    """Return the page count of a PDF and the requested pages as pictures: 200 dpi, less for large pages.

    PDFs are untrusted and may attack their reader, so a helper process reads them.
    """
    requested = [pages] if isinstance(pages, int) else pages and list(dict.fromkeys(pages))
    try:
        count, pictures = render_pages(
            data,
            # Too many or missing pages are refused below, with the number of pages in the message.
            None if requested is None else requested[:MOST_PAGES],
            most=MOST_PAGES,
            dots_per_point=DOTS_PER_INCH / POINTS_PER_INCH,
            longest_side=LONGEST_SIDE,
        )
    except DocumentError as problem:
        raise BadArgument(name, f"'{label[:80]}' {_reason(str(problem))}") from None
    wanted = select_pages(pages, count)
    return count, [(page, _open_page(page, picture)) for page, picture in zip(wanted, pictures, strict=True)]


def _reason(problem: str) -> str:
    broken = "is not a PDF, or a broken one; read pictures with perform_ocr"
    return broken if problem == "is broken" else problem


def _open_page(page: int, picture: bytes | None) -> Image.Image:
    if picture is None:
        raise BadArgument("pages", f"page {page} is broken and cannot be drawn")
    return Image.open(io.BytesIO(picture), formats=("PNG",))


SOURCES = ("pixels",)
MOST_INPUTS = 10
MOST_WORDS = 400
MOST_TEXT = 20_000

server = Server(
    "ocr",
    "Reads the text in pictures and PDFs of the workspace.",
    sources=SOURCES,
    uses_world=False,
    proof=Proof("perform_ocr", {"input_data": "sample.png"}, ("sample.png",)),
)

PictureInput = Annotated[
    str,
    about(
        "A picture in the workspace, such as 'media/label.png' (PNG, JPEG, WebP, BMP, GIF, TIFF), "
        "or a 'data:image/…;base64,' address."
    ),
]
Language = Annotated[
    str, about("Code of the language, or several joined by '+': 'eng', 'eng+deu', 'chi_sim', 'jpn'.")
]
Config = Annotated[
    str,
    about(
        "Options as for Tesseract: '--psm 6' rows from top to bottom, '--psm 3' columns, '--psm 7' one line, "
        "'--psm 11' each piece of text on its own; '-c tessedit_char_whitelist=0123456789'."
    ),
]


@server.tool(perception=True)
def perform_ocr(
    context: ToolContext,
    input_data: PictureInput,
    language: Language = "eng",
    config: Config = "--oem 3 --psm 6",
) -> Answer:
    """Read the text in a picture. Gives the text alone, in reading order, one line for each row of the
    picture; image_to_data gives places and certainties too."""
    alphabet, options = _parse_request(language, config)
    reading = read_picture(_picture(context, input_data, "input_data"), alphabet, options)
    text = _cut(reading.text) or f"[no text was found in {reading.size[0]} × {reading.size[1]} pixels]"
    return Answer("\n\n".join([text, *(f"[{note}]" for note in _notes(options))]))


@server.tool(perception=True)
def image_to_data(
    context: ToolContext,
    input_data: PictureInput,
    language: Language = "eng",
    config: Config = "--oem 3 --psm 6",
) -> Answer:
    """Read the text in a picture, with the place of every line and word in pixels from the top left, and how
    certain it is (conf, 0 to 100). Lines come in reading order."""
    alphabet, options = _parse_request(language, config)
    reading = read_picture(_picture(context, input_data, "input_data"), alphabet, options)
    lines = [_line(number, line, reading.size) for number, row in enumerate(reading.rows, 1) for line in row]
    kept, words = _limit_words(lines)
    data: dict[str, Any] = {
        "width": reading.size[0],
        "height": reading.size[1],
        "line_count": len(lines),
        "word_count": words,
        "mean_conf": _percent(reading.certainty),
        "lines": kept,
    }
    left_out = len(lines) - len(kept)
    more = [f"{left_out} more lines are left out: crop the picture"] if left_out else []
    return Answer(data | _with_notes([*_notes(options), *more]))


@server.tool(perception=True)
def get_supported_languages() -> Answer:
    """List the languages that can be read, with the codes that the other tools take."""
    languages = [{"code": code, "name": name} for code, name in LANGUAGES.items()]
    return Answer({"languages": languages, "default": "eng", "several": "join codes with '+': 'eng+jpn'"})


@server.tool(perception=True)
def perform_pdf_ocr(
    context: ToolContext,
    input_data: Annotated[str, about("A PDF in the workspace, such as 'media/report.pdf'.")],
    language: Language = "eng",
    pages: Annotated[
        PdfPages, about(f"A page number from 1, or a list of them; at most {MOST_PAGES}. Default: the first.")
    ] = None,
    config: Config = "--oem 3 --psm 6",
) -> Answer:
    """Read the text on the pages of a PDF, as they look. Gives the text of each page. At most 5 pages in a
    call: ask for further ones with `pages`."""
    alphabet, options = _parse_request(language, config)
    data = context.files.read(local_path(input_data), "input_data")
    count, drawn_pages = open_pages(data, pages, input_data, "input_data")
    read = [
        {"page": page} | _result(read_picture(picture, alphabet, options)) for page, picture in drawn_pages
    ]
    unread = pages is None and count > len(read)
    more = [f"pages {len(read) + 1} to {count} were not read: pass pages=[…]"] if unread else []
    return Answer({"page_count": count, "pages": read} | _with_notes([*_notes(options), *more]))


@server.tool(perception=True)
def perform_batch_ocr(
    context: ToolContext,
    inputs: Annotated[list[str], about(f"Pictures in the workspace, 1 to {MOST_INPUTS}.")],
    language: Language = "eng",
    config: Config = "--oem 3 --psm 6",
) -> Answer:
    """Read the text in several pictures. Gives for each, in order, its text or why it could not be read."""
    if not 1 <= len(inputs) <= MOST_INPUTS:
        raise BadArgument("inputs", f"{len(inputs)} pictures; pass 1 to {MOST_INPUTS} in one call")
    alphabet, options = _parse_request(language, config)
    results = [_one_of_many(context, path, alphabet, options) for path in inputs]
    failed = sum("error" in result for result in results)
    counts = {"read": len(results) - failed, "failed": failed}
    return Answer(counts | {"results": results} | _with_notes(_notes(options)))


def _one_of_many(context: ToolContext, path: str, alphabet: Alphabet, options: Options) -> dict[str, Any]:
    named: dict[str, Any] = {"input": path[:200]}
    try:
        return named | _result(read_picture(_picture(context, path, "inputs"), alphabet, options))
    except ToolFailure as failure:
        return named | {"error": str(failure)}


def _parse_request(language: str, config: str) -> tuple[Alphabet, Options]:
    options = parse_options(config)
    return Alphabet(scripts_for(language), options.only, options.never), options


def _picture(context: ToolContext, input_data: str, name: str) -> Image.Image:
    start = input_data[:12].lower()
    if start.startswith(("http:", "https:", "ftp:")):
        raise BadArgument(name, "URLs are not fetched; pass a picture in the workspace")
    if start.startswith("data:"):
        return decode_picture(_inline(input_data, name), "data:", name, opaque=True)
    return load_picture(context.files, input_data, name, opaque=True)


def _inline(address: str, name: str) -> bytes:
    header, _, body = address.partition(",")
    try:
        return base64.b64decode(body if header.endswith(";base64") else "?", validate=True)
    except binascii.Error:
        raise BadArgument(name, "write it as 'data:image/png;base64,' and the picture in base64") from None


def _result(reading: Reading) -> dict[str, Any]:
    return {"text": _cut(reading.text), "conf": _percent(reading.certainty)}


def _line(row: int, line: Line, size: tuple[int, int]) -> dict[str, Any]:
    words = [_word_entry(word, size) for word in line.words]
    return {"row": row, **_word_entry(line, size), "words": words}


def _word_entry(read: Line | Word, size: tuple[int, int]) -> dict[str, Any]:
    box = read.place.box(size)
    return {
        "text": read.text,
        "conf": _percent(read.certainty),
        "left": box.left,
        "top": box.top,
        "width": box.width,
        "height": box.height,
    }


def _limit_words(lines: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Return the lines up to a number of words, and the total number of words."""
    kept, words = [], 0
    for line in lines:
        words += len(line["words"])
        if words <= MOST_WORDS:
            kept.append(line)
    return kept, words


def _cut(text: str) -> str:
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}… [cut; crop the picture]"


def _percent(certainty: float) -> int:
    return round(certainty * 100)


def _notes(options: Options) -> list[str]:
    return [f"config '{ignored}' has no effect in this reader" for ignored in options.ignored]


def _with_notes(notes: list[str]) -> dict[str, list[str]]:
    return {"notes": notes} if notes else {}
