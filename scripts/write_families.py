"""Write `docs/families.md`: the families of M³-Bench, each with a picture and a request.

    m3bench suite build shown.jsonl --seed 28 --size 28 && python scripts/write_families.py shown.jsonl

The tasks must be of another seed than the released ones, which should not be published.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from textwrap import fill

from PIL import Image

from m3bench.core import Task
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, make_suite, world_of_suite
from m3bench.worlds import DEFAULT_SEED
from m3bench_suites.builders.m3 import FAMILIES, load_family
from m3bench_suites.builders.tasks import Family
from m3bench_world import World

PAGE = Path(__file__).resolve().parent.parent / "docs" / "families.md"
WIDEST, QUALITY = 760, 80
LINE = 118


def main() -> None:
    ref = SuiteRef(name=sys.argv[1])
    world = world_of_suite(ref, WorldRef())
    if world.seed == DEFAULT_SEED:
        sys.exit(f"{sys.argv[1]} has tasks of the released seed; build others: --seed S")
    suite, released = find_suite(ref, world), make_suite("m3", World())
    families = [load_family(name) for name in FAMILIES]
    firsts = {task.family: task for task in reversed(suite.tasks)}
    sections = [section(family, firsts[family.title], released) for family in families]
    PAGE.write_text("\n".join([head(released), *sections]), encoding="utf-8")
    pictures = PAGE.with_suffix("")
    pictures.mkdir(exist_ok=True)
    for family in families:
        for name, picture in thumbnails(suite, firsts[family.title]).items():
            picture.save(pictures / name, quality=QUALITY, method=6)
    print(f"{len(families)} families in {PAGE}")


def head(released: Suite) -> str:
    text = (
        f"The suite `m3` has {len(released.tasks)} tasks from 28 families, each with a generator of its own. "
        "The examples are tasks of another seed. `m3bench list tasks m3` lists the released ones, and "
        "`m3bench suite show m3/museum/7-0` shows one with its form, references and checks."
    )
    return f"# The families of M³-Bench\n\n{fill(text, LINE)}\n"


def section(family: Family, task: Task, released: Suite) -> str:
    """Return what the page says of a family."""
    number = sum(each.family == family.title for each in released.tasks)
    facts = f"{number} tasks. Level {task.level}, {task.hops} hops, at most {task.threads} calls at once"
    servers = ", ".join(f"`{server}`" for server in task.servers)
    parts = [
        f"## {family.number} · {family.title}",
        fill(f"{family.goal} {facts}. Servers: {servers}.", LINE, break_on_hyphens=False),
        "\n".join(f"![{name}](families/{thumbnail_name(task, name)})" for name in task.images),
        fill(f"> {task.request}", LINE, subsequent_indent="> ", break_on_hyphens=False),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


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


if __name__ == "__main__":
    main()
