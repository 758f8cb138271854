"""The released set of `cross`: what it promises without running anything.

`m3bench suite verify cross` does the rest.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from m3bench.core import Task
from m3bench.curation import Structure, count_structures
from m3bench.forge.tasks.requests import faults
from m3bench.servers import LISTED, collection_of
from m3bench.suites import RELEASED, make_suite, suite_defaults
from m3bench.suites.stored_suite import StoredSuite
from m3bench_suites.builders.cross import GENERATOR
from m3bench_world import World

PLATFORMS = re.compile(
    r"\b(wikipedia|reddit|subreddit|hugging ?face|steam|epic games|okx|dex ?paprika|nixos|context7|openapi|"
    r"nasa|google (maps|scholar)|biomcp|pubmed|arxiv|fruityvice|osint|bibliomantic|hugeicons|mcp|"
    r"met(ropolitan)? museum)\b",
    re.IGNORECASE,
)
PAIRS = (
    "Paper Search+BioMCP", "Wikipedia+NASA Data", "Google Maps+National Parks", "NixOS+Context7",
    "Google Maps+Weather Data", "DEX Paprika+OKX Exchange", "Metropolitan Museum+Wikipedia",
    "Scientific Computing+Math MCP", "Hugging Face+Paper Search", "National Parks+Weather Data",
    "Unit Converter+Math MCP", "Game Trends+Reddit", "Scientific Computing+Unit Converter",
    "Wikipedia+Paper Search", "Reddit+DEX Paprika",
)  # fmt: skip
TRIPLES = (
    "Google Maps+Weather Data+National Parks", "Hugging Face+Paper Search+Wikipedia",
    "Paper Search+Call for Papers+Wikipedia", "Medical Calculator+FruityVice+BioMCP",
    "Metropolitan Museum+Huge Icons+Wikipedia", "Scientific Computing+BioMCP+Math MCP",
    "Medical Calculator+Wikipedia+FruityVice", "NASA Data+Google Maps+Wikipedia",
    "OpenAPI Explorer+Paper Search+Hugging Face",
)  # fmt: skip

SAID_OTHERWISE = {
    "cross/medical_calculator/7-2": ("it lost the number 5",),  # the drugs of weeks 2 to 5, in turn
    "cross/medical_calculator/7-4": ("it names the tool Medical Calculator/meld_3",),  # a score, MELD 3.0
    "cross/medical_calculator_fruityvice_biomcp/7-1": ("it names the tool Medical Calculator/homa_ir",),
    "cross/scientific_converter/7-1": ("it lost the number 1",),  # rows of a matrix
    "cross/okx_exchange/7-1": ("it lost the number 15",),  # by the quarter-hour
    "cross/dex_okx_math/7-1": ("it lost the number 100",),  # a percentage
    "cross/openapi_explorer_paper_search_hugging_face/7-1": ("it speaks of 'api'",),  # a title
}


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    made = make_suite("cross", World())
    assert isinstance(made, StoredSuite)
    return made


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["cross"]
    assert len(suite.tasks) == GENERATOR.size


def test_sizes_are_at_least_those_of_the_paper(suite: StoredSuite) -> None:
    counts = count_structures(suite.tasks)
    assert counts.tasks >= 112
    assert counts.servers[1] >= 60
    assert counts.servers[2] >= 32
    assert counts.servers[3] + counts.servers[4] >= 20
    assert counts.calls >= 14
    assert counts.rounds >= 5
    assert counts.many_calls >= 15
    assert min(counts.structures[structure] for structure in Structure) >= 15


def test_all_servers_pairs_and_triples_of_the_paper_are_used(suite: StoredSuite) -> None:
    used = {frozenset(task.servers) for task in suite.tasks}
    assert {name for servers in used if len(servers) == 1 for name in servers} == {
        name for name in LISTED if collection_of(name) == "mcp-bench"
    }
    assert [each for each in (*PAIRS, *TRIPLES) if frozenset(each.split("+")) not in used] == []


def test_every_server_of_a_task_is_called(suite: StoredSuite) -> None:
    for task in suite.tasks:
        called = {call.server for _, call in task.references[0].calls()}
        assert called == set(task.servers), task.id


def test_most_decisions_are_taken_the_other_way_in_another_world(suite: StoredSuite) -> None:
    decided = [task for task in suite.tasks if task.branches]
    assert 2 * sum(task.other_world is not None for task in decided) >= len(decided)


def test_fuzzy_requests_are_a_persons_words(suite: StoredSuite) -> None:
    for task in suite.tasks:
        assert fuzzy_faults(task) == [], task.id


def fuzzy_faults(task: Task) -> list[str]:
    """Return what no person would say, and the figures of the request that neither it nor the form says."""
    tools = [call.name for _, call in task.references[0].calls()]
    fuzzy, form = task.fuzzy_request or "", task.form.template() if task.form is not None else ""
    found = [
        *faults(task.request or "", fuzzy, tools, task.servers),
        *(named[0] for named in PLATFORMS.finditer(fuzzy)),
    ]
    return [fault for fault in found if not _is_harmless(task.id, fault, form)]


def _is_harmless(task: str, fault: str, form: str) -> bool:
    lost = fault.removeprefix("it lost the number ")
    if lost != fault and (not any(map(str.isdigit, lost)) or re.search(rf"\b{lost}\b", form)):
        return True  # `the two of them` is no figure
    return fault in SAID_OTHERWISE.get(task, ())


def test_a_request_that_names_a_platform_or_loses_a_number_is_noticed(suite: StoredSuite) -> None:
    task = suite.tasks[0]
    named = msgspec.structs.replace(task, fuzzy_request=f"{task.fuzzy_request} Look on Reddit.")
    lost = msgspec.structs.replace(task, request=f"{task.request} Take 987654.")
    assert fuzzy_faults(named) == ["Reddit"]
    assert fuzzy_faults(lost) == ["it lost the number 987654"]


def test_every_task_has_an_analysis_of_each_call(suite: StoredSuite) -> None:
    for task in suite.tasks:
        analysis = str(task.dependency_analysis)
        for _, call in task.references[0].calls():
            assert f"({call.name})" in analysis, task.id


def test_no_two_tasks_are_alike(suite: StoredSuite) -> None:
    for requests in ([task.request for task in suite.tasks], [task.fuzzy_request for task in suite.tasks]):
        assert len(set(requests)) == len(suite.tasks)


def test_it_is_run_as_mcp_bench_is() -> None:
    assert suite_defaults("cross") == suite_defaults("mcp-bench")
