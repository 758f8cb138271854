"""The finder against chains labelled by hand.

`chains.json` holds 60 true pairs, written down from the tools' interfaces before the finder was; and a label
for every pair that the finder gave for all bundled servers. A pair without a label counts as false.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.encoders import EncoderError, load_encoder, shared_encoder
from m3bench.forge.links.chains import Graph
from m3bench.forge.links.finder import LinkFinder
from m3bench.forge.links.trials import Trials, is_read_only
from m3bench.forge.runner.task_servers import TaskForgeSettings
from m3bench.forge.runner.tasks import find_links
from m3bench.hosting import Environments, Toolbox, load_catalog
from m3bench.runs.serving.bundled import BundledHost, bundled_proofs
from m3bench.servers import LISTED, THIRD_PARTY, servers_by_collection
from m3bench_world import World
from tests.volume import FULL, sample

LABELS: dict[str, Any] = json.loads(Path(__file__).with_name("chains.json").read_text())
TRUE = {(row["source"], row["target"]) for row in LABELS["true"]}


def found(servers: Sequence[str], workspace: Path, *, encoder: str = "minilm", call: bool = True) -> Graph:
    """What the finder gives for bundled servers."""
    world = World()
    proofs = bundled_proofs(servers)
    hints = {f"{name}/{proof.tool}": [proof.arguments] for name, proof in proofs.items() if not proof.files}

    async def find() -> Graph:
        toolbox = await Toolbox.mount(BundledHost(servers, world, workspace), limit=2_000_000)
        trials = Trials(toolbox, workspace, allowed=lambda tool: call and is_read_only(tool))
        finder = LinkFinder(trials, shared_encoder(encoder), today=world.now.date(), hints=hints)
        return await finder.find()

    return anyio.run(find)


def _require_minilm() -> None:
    try:
        load_encoder("minilm")
    except EncoderError as error:
        pytest.skip(f"the encoder is not here: {error}")


def _within(servers: Sequence[str]) -> set[tuple[str, str]]:
    return {pair for pair in TRUE if all(name.partition("/")[0] in servers for name in pair)}


def test_there_are_sixty_different_chains() -> None:
    assert len(TRUE) == len(LABELS["true"]) == 60


def test_every_labelled_tool_exists() -> None:
    from m3bench.runs.serving.bundled import bundled_tools

    tools = {tool.full_name for name in LISTED for tool in bundled_tools(name)}
    named = {name for pair in TRUE for name in pair if not name.startswith("ppt/")}
    assert named <= tools


def test_small_servers_are_linked(tmp_path: Path) -> None:
    servers = ["amazon", "metmuseum-mcp", "hugeicons-mcp", "wiki"]
    graph = found(servers, tmp_path, encoder="hashing")
    assert ("amazon/search_products", "amazon/get_product") in graph.pairs
    assert ("metmuseum-mcp/search-museum-objects", "metmuseum-mcp/get-museum-object") in graph.pairs
    link = next(link for link in graph.links if link.target == "amazon/get_product")
    assert (link.confirmed, link.selective, link.slot) == (True, True, "asin")


def test_without_calls_only_words_count(tmp_path: Path) -> None:
    graph = found(["amazon", "wiki"], tmp_path, encoder="hashing", call=False)
    assert graph.pairs == {("amazon/search_products", "amazon/get_product")}
    assert not any(link.confirmed for link in graph.links)


def _present(servers: Sequence[str]) -> tuple[str, ...]:
    """Without third-party servers that are not installed here."""
    catalog, environments = load_catalog(), Environments()
    ready = {entry.name for entry in catalog.entries if environments.installed(entry)}
    return tuple(name for name in servers if name in LISTED or THIRD_PARTY[name] in ready)


def test_every_label_is_there_once() -> None:
    pairs = [(source, target) for source, target, _ in LABELS["labelled"]]
    assert len(pairs) == len(set(pairs))
    assert {(source, target) for source, target, is_true in LABELS["labelled"] if not is_true} & TRUE == set()


@pytest.mark.slow
def test_recall_and_precision(capsys: pytest.CaptureFixture[str]) -> None:
    """One run over every second bundled server; a full test takes all, in about a minute of CPU time."""
    _require_minilm()
    servers = _present(sample(servers_by_collection()["m3-bench"], 2))
    world = World()
    asked = TaskForgeSettings(
        servers=servers, count=1, world_seed=world.seed, world_now=world.now.isoformat(), trusted=servers
    )
    graph = anyio.run(find_links, asked)
    wanted = _within(servers)
    right = {(source, target) for source, target, is_true in LABELS["labelled"] if is_true} | TRUE
    assert len(wanted) >= (50 if FULL else 20)
    recall = len(wanted & graph.pairs) / len(wanted)
    precision = len(graph.pairs & right) / len(graph.pairs)
    with capsys.disabled():
        print(
            f"\n{len(servers)} servers, {len(graph.pairs)} pairs: recall {recall:.3f} of {len(wanted)}, "
            f"precision {precision:.3f}; missed {sorted(wanted - graph.pairs)}"
        )
    assert recall >= 0.9
    assert precision >= 0.7
