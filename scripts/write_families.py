"""Write `docs/families`: a page for each family, with a picture, request, form, reference and checks.

    m3bench suite build shown.jsonl --seed 28 --size 28 && python scripts/write_families.py shown.jsonl

The tasks must be of another seed than the released ones, which should not be published.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from PIL import Image

from m3bench.checks import read_checks
from m3bench.core import Reference, Task, canonical_json
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, make_suite, world_of_suite
from m3bench.worlds import DEFAULT_SEED
from m3bench_suites.builders.m3 import FAMILIES, load_family
from m3bench_suites.builders.tasks import Family
from m3bench_world import World

TARGET = Path(__file__).resolve().parent.parent / "docs" / "families"
WIDEST, QUALITY = 760, 80
LONGEST = 320
"""Maximum length of a call or a check in characters."""
LINE = 118


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    ref = SuiteRef(name=sys.argv[1])
    world = world_of_suite(ref, WorldRef())
    if world.seed == DEFAULT_SEED:
        sys.exit(f"{sys.argv[1]} has tasks of the released seed; build others: --seed S")
    suite, released = find_suite(ref, world), make_suite("m3", World())
    families = [load_family(name) for name in FAMILIES]
    firsts = {task.family: task for task in reversed(suite.tasks)}
    for family in families:
        task = firsts[family.title]
        (TARGET / f"{family.name}.md").write_text(page(family, task), encoding="utf-8")
        for name, picture in thumbnails(suite, task).items():
            picture.save(TARGET / name, quality=QUALITY, method=6)
    (TARGET / "README.md").write_text(index(families, released), encoding="utf-8")
    print(f"{len(families)} pages in {TARGET}")


def page(family: Family, task: Task) -> str:
    """Return the page of a family with one of its tasks."""
    shown = "\n".join(f"![{name}]({thumbnail_name(task, name)})" for name in task.images)
    parts = [
        f"# {family.number} · {family.title}",
        fill(family.goal, LINE),
        about(task),
        shown,
        f"**Request.** {task.request}",
        f"**Fuzzy request.** {task.fuzzy_request}",
        *form_part(task),
        *(part for place, reference in enumerate(task.references) for part in way(place, reference)),
        "## Checks",
        "\n".join(check_lines(task)),
    ]
    return "\n\n".join(parts) + "\n"


def form_part(task: Task) -> Iterator[str]:
    """Yield the form, and the form filled in by the reference."""
    if task.form is not None:
        yield "## Form"
        yield f"```\n{task.form.template()}\n```"
        filled_in = json.dumps(task.references[0].fields, ensure_ascii=False, indent=2)
        yield f"Filled in:\n\n```json\n{filled_in}\n```"


def about(task: Task) -> str:
    return (
        f"Example task: `{task.id}` (not in the released set). Level {task.level}, "
        f"{task.hops} hops, at most {task.threads} calls at once. "
        f"Servers: {', '.join(f'`{server}`' for server in task.servers)}."
    )


def way(place: int, reference: Reference) -> Iterator[str]:
    """A reference: its steps as a list with the calls that run together, and its answer."""
    yield "## Reference" if place == 0 else f"## Alternative reference ({place + 1})"
    lines = []
    for number, step in enumerate(reference.steps, start=1):
        heads = [f"{number}. ", *["   "] * (len(step.calls) - 1)]
        lines += [
            f"{head}{call_line(call.name, call.arguments)}"
            for head, call in zip(heads, step.calls, strict=True)
        ]
    yield "\n".join(lines)
    answer = (reference.answer or "").replace("\n", "\n> ")
    yield f"> {answer}"


def call_line(name: str, arguments: object) -> str:
    return f"`{name}` `{cut(canonical_json(arguments))}`  "


def check_lines(task: Task) -> Iterator[str]:
    for check, written in zip(read_checks(task.checks, task.id), task.checks, strict=True):
        rest = {key: value for key, value in written.items() if key != "check"}
        yield f"- **{check.name()}** ({check.kind}): {check.about}: `{cut(canonical_json(rest))}`"


def cut(text: str) -> str:
    text = text.replace("`", "'")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def thumbnail_name(task: Task, name: str) -> str:
    family = task.id.split("/")[1]
    return f"{family}-{Path(name).stem}.webp" if len(task.images) > 1 else f"{family}.webp"


def thumbnails(suite: Suite, task: Task) -> dict[str, Image.Image]:
    made = {}
    for name, data in suite.assets(task).items():
        assert isinstance(data, bytes)
        image = Image.open(io.BytesIO(data)).convert("RGB")
        image.thumbnail((WIDEST, WIDEST), Image.Resampling.LANCZOS)
        made[thumbnail_name(task, name)] = image
    return made


def index(families: list[Family], suite: Suite) -> str:
    rows = [
        f"| {family.number} | [{family.title}]({family.name}.md) | {family.goal} |"
        f" {sum(task.family == family.title for task in suite.tasks)} |"
        for family in families
    ]
    head = (
        "# The families of M³-Bench\n\n"
        f"The suite `m3` has {len(suite.tasks)} tasks from 28 families, each with a generator of its own.\n"
        "Each page shows an example task from another seed: its picture, request, form, reference and\n"
        "checks. `python scripts/write_families.py` writes these pages.\n\n"
        "| | family | what its tasks ask for | tasks |\n|---:|---|---|---:|\n"
    )
    return head + "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
