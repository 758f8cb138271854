"""A program that draws the pages of a PDF: FOLDER MOST LONGEST_SIDE. Run as a separate process.

Reads `document.pdf` in the folder, and writes pictures and a JSON file that describes them.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from m3bench.confinement import deny_network
from m3bench.workers import limit_memory

RESULT = "result.json"
_DOTS_PER_POINT = 2.0
_MOST_MEMORY = 2**30


def drawn(folder: Path, most: int, longest_side: int) -> dict[str, Any]:
    """Return the number of pages, the files of the first ones, and what is wrong with the document."""
    pdfium = import_module("pypdfium2")  # a large library without types
    try:
        document = pdfium.PdfDocument(folder / "document.pdf")
        numbers = range(min(len(document), most))
        names = [_draw(document[number], folder, number, longest_side) for number in numbers]
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        problem = "is password-protected" if locked else "is not a valid PDF"
        return {"pages": [], "total": 0, "problem": problem}
    except (ValueError, OSError, MemoryError) as error:
        return {"pages": [], "total": 0, "problem": f"cannot be rendered: {type(error).__name__}"}
    problem = "" if len(document) else "has no pages"
    return {"pages": names, "total": len(document), "problem": problem}


def _draw(page: Any, folder: Path, number: int, longest_side: int) -> str:
    scale = min(_DOTS_PER_POINT, longest_side / max(1.0, *page.get_size()))
    name = f"page-{number}.png"
    page.render(scale=scale).to_pil().convert("RGB").save(folder / name)
    return name


if __name__ == "__main__":
    limit_memory(_MOST_MEMORY)
    deny_network()
    place = Path(sys.argv[1])
    found = drawn(place, int(sys.argv[2]), int(sys.argv[3]))
    (place / RESULT).write_text(json.dumps(found), encoding="utf-8")
