"""Measure what seeing is worth to agents without a model: run them with all pictures, then report.

    python benchmarks/seeing.py RUNS [--families NAME …] [--per-family 8]

Writes runs of two agents to the folder RUNS: with no, wrong, hard, handheld and clean pictures, with and
without perception tools. `m3bench report RUNS` then has the section "What seeing is worth".

- `looker` does what is to be seen, and no more: it scans barcodes and looks each book up, counts animals and
  food, and names the largest thing. Without the scanner tool it makes one plain scan itself, as with its own
  eyes; without the detector it sees no things. Everything else stays empty.
- `canned` (a floor) never looks: it gives the answer to another task of the family.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image

import m3bench
from m3bench.agents import Agent, Attempt, Ending
from m3bench.core import Call
from m3bench.runs import Pictures

SUITE = "m3"
FAMILIES = ("Barcode Lookup", "Vision Research", "Fruit Cal", "Hugeicons")
PICTURES = (Pictures.NONE, Pictures.WRONG, Pictures.HARD, Pictures.HANDHELD, Pictures.CLEAN)
SCAN, DETECT = "pyzbar-mcp/scan_barcode", "dinox-mcp/detect-all-objects"
NO_ANIMALS = {"person", "tree"}
FRUIT = {
    *("apple", "banana", "grapes", "kiwi", "lemon", "orange", "peach", "pear", "pineapple"),
    *("strawberry", "watermelon"),
}
VEGETABLES = {
    *("bell pepper", "broccoli", "carrot", "corn", "cucumber", "eggplant", "lettuce", "onion"),
    *("pumpkin", "radish", "tomato"),
}
_ISBN = re.compile(r"\b97[89]\d{10}\b")


class Looker:
    """Looks at the pictures of a task, and looks up what it found."""

    name = "looker"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        form = attempt.task.form
        names = {field.name for field in form.fields} if form else set[str]()
        fields: dict[str, Any] = {}
        if "books" in names:
            fields["books"] = [await _book(attempt, isbn) for isbn in await _isbns(attempt)]
        if "animals" in names:
            counts = Counter(name for name, _ in await _things(attempt) if name not in NO_ANIMALS)
            fields["animals"] = [{"animal": name, "count": count} for name, count in counts.items()]
        if "foods" in names:
            wanted = FRUIT if "none of the vegetables" in attempt.request else FRUIT | VEGETABLES
            counts = Counter(name for name, _ in await _things(attempt) if name in wanted)
            fields["foods"] = [{"food": name, "count": count} for name, count in counts.items()]
        if "largest" in names:
            fields["largest"] = max(await _things(attempt), key=lambda thing: thing[1], default=(None, 0))[0]
        return Ending("This is what I saw.", fields=fields)


async def _isbns(attempt: Attempt) -> list[str]:
    images = list(attempt.task.images)
    if _is_mounted(attempt, SCAN):
        text = await _result(attempt, SCAN, {"image_paths": images})
    else:
        zxing: Any = import_module("zxingcpp")  # its own types do not parse
        pictures = [Image.open(attempt.workspace / name).convert("RGB") for name in images]
        text = " ".join(code.text for picture in pictures for code in zxing.read_barcodes(picture))
    return list(dict.fromkeys(_ISBN.findall(text)))


async def _book(attempt: Attempt, isbn: str) -> dict[str, Any]:
    found = _json(await _result(attempt, "openlibrary_mcp/get_book_info", {"isbn": isbn}))
    return {
        "isbn": isbn,
        "title": found.get("title"),
        "authors": found.get("authors"),
        "publisher": next(iter(found.get("publishers", ())), None),
        "published": found.get("publish_date"),
        "pages": found.get("number_of_pages"),
    }


async def _things(attempt: Attempt) -> list[tuple[str, float]]:
    """Return what is detected in the first picture: names and areas."""
    arguments = {"imageFileUri": attempt.task.images[0], "includeDescription": False}
    found = _json(await _result(attempt, DETECT, arguments)).get("detections", ())
    return [(each["name"], _area(each["bbox"])) for each in found]


def _area(box: dict[str, float]) -> float:
    return (box["xmax"] - box["xmin"]) * (box["ymax"] - box["ymin"])


async def _result(attempt: Attempt, tool: str, arguments: dict[str, Any]) -> str:
    """Call a tool. Return its text; empty if it is not mounted or fails."""
    if not _is_mounted(attempt, tool):
        return ""
    (done,) = await attempt.call([Call(tool, arguments)])
    return done.result.text if done.result and not done.result.is_error else ""


def _is_mounted(attempt: Attempt, tool: str) -> bool:
    return any(each.full_name == tool for each in attempt.toolbox.tools)


def _json(text: str) -> dict[str, Any]:
    found = json.loads(text) if text.startswith("{") else {}
    return found if isinstance(found, dict) else {}


AGENTS: tuple[Agent | str, ...] = (Looker(), "canned")


def measure(
    folder: Path,
    agents: Sequence[Agent | str] = AGENTS,
    pictures: Sequence[Pictures] = PICTURES,
    perception: Sequence[bool] = (True, False),
    **settings: Any,
) -> list[Path]:
    """Run the agents under all of these conditions. Return the run folders.

    Args:
        folder: Where the run folders are written.
        agents: Agents, or their names.
        pictures: What they get to see.
        perception: With perception tools, without them, or both.
        settings: Further settings of the runs.
    """
    written = []
    for agent, seen, tools in product(agents, pictures, perception):
        name = agent if isinstance(agent, str) else agent.name
        path = folder / f"{name}-{seen.value}{'' if tools else '-no-tools'}"
        m3bench.run(SUITE, agent, out=path, pictures=seen.value, without_perception=not tools, **settings)
        written.append(path)
    return written


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="RUNS", help="a new folder")
    parser.add_argument("--families", nargs="+", default=FAMILIES, metavar="NAME")
    parser.add_argument("--per-family", type=int, default=8, metavar="N", help="the first N tasks of each")
    options = parser.parse_args()
    if options.folder.exists():
        sys.exit(f"{options.folder} exists. Name a new folder.")
    start = time.monotonic()
    settings = {"families": tuple(options.families), "per_family": options.per_family}
    written = measure(options.folder, **settings)
    print(f"{len(written)} runs in {time.monotonic() - start:.0f} s; next: m3bench report {options.folder}")


if __name__ == "__main__":
    main()
