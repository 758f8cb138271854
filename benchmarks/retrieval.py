"""How well `retrieve:K` finds the servers that tasks need: by the encoder, by BM25, and by both.

    python benchmarks/retrieval.py [SUITE] [--fuzzy] [--servers installed|verse-65|bundled] [--json FILE]

The needs are those of an agent without a model. For each K, two numbers: the mean share of a
task's servers that are found (recall), and the share of tasks whose servers are all found.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from m3bench.core import Task
from m3bench.encoders import Encoder, shared_encoder
from m3bench.hosting import Environments, ServerInfo, load_catalog
from m3bench.hosting.catalog import preset_entries
from m3bench.hosting.mounting import Ranking, Retriever
from m3bench.runs.serving import THIRD_PARTY, bundled_tools, request_needs, within_collections
from m3bench.servers import LISTED
from m3bench.suites import SuiteRef, WorldRef, find_suite

COUNTS = range(1, 21)
Curve = list[tuple[float, float]]


def bundled(tasks: Iterable[Task]) -> Iterable[ServerInfo]:
    """Servers that are the same on every machine, of the collections that the tasks use."""
    needed = {name for task in tasks for name in task.servers}
    for name in within_collections(LISTED, needed):
        yield ServerInfo(name=name, tools=bundled_tools(name))


def installed(preset: str) -> Iterable[ServerInfo]:
    """Third-party servers of a preset whose tools are known, under the names that tasks use."""
    environments, names = Environments(), {package: name for name, package in THIRD_PARTY.items()}
    packages = {entry.name for entry in preset_entries(preset)} | set(THIRD_PARTY.values())
    for entry in map(load_catalog().find, sorted(packages)):
        tools = environments.tool_list(entry.name).get() if environments.installed(entry) else None
        if tools:
            yield ServerInfo(name=names.get(entry.name, entry.name), tools=tuple(tools))


def curve(retriever: Retriever, tasks: Sequence[Task], *, fuzzy: bool) -> Curve:
    """Return recall, and the share of tasks whose servers are all found, for each number of servers."""
    shares: list[list[float]] = []
    for task in tasks:
        request = (task.fuzzy_request if fuzzy else task.request) or task.request or ""
        found = retriever.top(request_needs(request, task), COUNTS[-1])
        places = [found.index(name) if name in found else COUNTS[-1] for name in task.servers]
        shares.append([sum(place < count for place in places) / len(places) for count in COUNTS])
    by_count = list(zip(*shares, strict=True))
    return [(sum(each) / len(each), sum(share == 1 for share in each) / len(each)) for each in by_count]


def curves(
    infos: Sequence[ServerInfo], tasks: Sequence[Task], encoder: Encoder, *, fuzzy: bool
) -> dict[str, Curve]:
    return {each: curve(Retriever(encoder, infos, each), tasks, fuzzy=fuzzy) for each in Ranking}


def print_table(found: dict[str, Curve]) -> None:
    """Print a Markdown table."""
    print("| K | " + " | ".join(f"{name}: recall | all" for name in found) + " |")
    print("|---:|" + "---:|---:|" * len(found))
    for index, count in enumerate(COUNTS):
        cells = (f"{recall:.2f} | {whole:.2f}" for recall, whole in (each[index] for each in found.values()))
        print(f"| {count} | " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suite", nargs="?", default="m3")
    parser.add_argument("--fuzzy", action="store_true", help="use the fuzzy requests")
    parser.add_argument("--servers", choices=("installed", "verse-65", "bundled"), default="installed")
    parser.add_argument("--encoder", default="minilm")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    tasks = [task for task in find_suite(SuiteRef(name=options.suite), WorldRef()).tasks if task.servers]
    preset = {"installed": "verse-all", "verse-65": "verse-65", "bundled": ""}[options.servers]
    infos = [*bundled(tasks), *(installed(preset) if preset else ())]
    known = {info.name for info in infos}
    usable = [task for task in tasks if known.issuperset(task.servers)]
    tools = sum(len(info.tools) for info in infos)
    print(f"{options.suite}: {len(usable)} of {len(tasks)} tasks; {len(infos)} servers, {tools} tools\n")
    found = curves(infos, usable, shared_encoder(options.encoder), fuzzy=options.fuzzy)
    print_table(found)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
