"""Print a run, or a test of servers, as Markdown for the summary of a step: `summary.py JSON EXIT_CODE`.

What fails goes to standard error as annotations, which the host shows beside the files of a pull request.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import server_test
from formatting import annotation, number, plain, table

MEANINGS = {
    0: "passed",
    1: "a gate is not met",
    2: "nothing was run: see the log",
    3: "attempts could not be scored",
    130: "interrupted",
}
MOST_ROWS = 10
METRICS = (
    "recall", "precision", "argument_similarity", "step_coherence", "order_consistency", "merge_purity",
    "average",
)  # fmt: skip


def main() -> None:
    file, code = Path(sys.argv[1]), int(sys.argv[2] or 2)
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    config = os.environ.get("SERVERS", "")
    meaning = (server_test.MEANINGS if config else MEANINGS).get(code) or MEANINGS.get(code, f"status {code}")
    body = server_test.lines(found) if config else lines(found)
    sys.stdout.write("\n".join([f"## m3bench: {meaning}", "", *body, ""]))
    marks = server_test.annotations(found, config) if config else annotations(found)
    sys.stderr.writelines(f"{mark}\n" for mark in marks)


def annotations(found: dict[str, Any]) -> Iterator[str]:
    """Yield an error for each gate that is not met."""
    for gate in found.get("gates", ()):
        if not gate["met"]:
            message = f"{gate['name']} is {number(gate['value'])}, needed {number(gate['least'])}"
            yield annotation("error", message, title="m3bench: a gate is not met")


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield the title of the run, its scores, its gates, and what was not scored."""
    run = found.get("run", {})
    if settings := run.get("settings"):
        model = f" with {settings['model']}" if settings.get("model") else ""
        yield f"{plain(settings.get('suite', ''))} by {plain(settings.get('agent', ''))}{plain(model)}"
        yield ""
    yield from table(("metric", "value"), list(scores(found, run)))
    yield from table(
        ("gate", "needed", "value", "met"),
        [
            (gate["name"], number(gate["least"]), number(gate["value"]), "yes" if gate["met"] else "**no**")
            for gate in found.get("gates", ())
        ],
    )
    causes = Counter((one["why"].replace("_", " "), one.get("detail", "")) for one in run.get("dropped", ()))
    yield from table(
        ("attempts not scored", "why", "detail"),
        [(str(count), why, detail[:200]) for (why, detail), count in causes.most_common(MOST_ROWS)],
    )


def scores(found: dict[str, Any], run: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if success := run.get("strict_success"):
        yield "success", number(success["estimate"])
    total = found.get("aggregate", {})
    if total.get("tasks"):
        for name in METRICS:
            yield "mean" if name == "average" else name.replace("_", " "), number(total.get(name))


if __name__ == "__main__":
    main()
