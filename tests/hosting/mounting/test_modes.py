from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Task, UsageError
from m3bench.encoders import Encoder, HashingEncoder, Progress, Vectors
from m3bench.hosting.mounting.modes import (
    CallingMode,
    MountedServers,
    MountKind,
    MountMode,
    Retriever,
    ServerInfo,
    ToolBudget,
    description,
    fit_tools,
    mount,
    parse_mode,
)
from m3bench.hosting.mounting.tokens import count_tools
from m3bench.hosting.tool import Tool


def server(name: str, problem: str | None = None, **tools: str) -> ServerInfo:
    listed = tuple(Tool(server=name, name=tool, description=text) for tool, text in tools.items())
    return ServerInfo(name=name, tools=listed, problem=problem)


def catalog(*names: str) -> dict[str, ServerInfo]:
    return {name: server(name) for name in names}


TASK = Task(id="t1", servers=("maps", "sky"))
CATALOG = catalog("zoo", "sky", "maps", "wiki", "books", "cars")
MODES = st.builds(
    lambda kind, top, extra: MountMode(kind, top if kind is MountKind.RETRIEVE else 0, extra),
    st.sampled_from(MountKind),
    st.integers(1, 9999),
    st.integers(0, 9999),
)


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("oracle", MountMode(MountKind.ORACLE)),
        (" standard+10 ", MountMode(MountKind.STANDARD, distractors=10)),
        ("max", MountMode(MountKind.MAX)),
        ("retrieve:5", MountMode(MountKind.RETRIEVE, 5)),
        ("retrieve:5+3", MountMode(MountKind.RETRIEVE, 5, 3)),
        ("oracle+0", MountMode(MountKind.ORACLE)),
    ],
)
def test_modes_are_read(text: str, mode: MountMode) -> None:
    assert parse_mode(text) == mode


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a mount mode"),
        ("Oracle", "not a mount mode"),
        ("best", "not a mount mode"),
        ("oracle+", "not a mount mode"),
        ("oracle+-1", "not a mount mode"),
        ("oracle+5+5", "not a mount mode"),
        ("oracle:3", "oracle takes no ':'"),
        ("max:0", "max takes no ':'"),
        ("retrieve", "retrieve requires a number of servers"),
        ("retrieve:0", "at least 1"),
        ("retrieve+5", "requires a number"),
        ("oracle+99999999999999999999", "too large"),
        ("oracle+٣", "not a mount mode"),
    ],
)
def test_other_texts_are_refused_with_the_modes_that_there_are(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        parse_mode(text)
    assert "oracle, standard, max and retrieve:K" in str(caught.value)


@given(MODES)
def test_a_mode_is_read_back_from_its_text(mode: MountMode) -> None:
    assert parse_mode(str(mode)) == mode


@given(st.text(alphabet="oraclestndmxive:+0123456789 ", max_size=16))
def test_any_text_is_a_mode_or_a_usage_error(text: str) -> None:
    with contextlib.suppress(UsageError):
        assert parse_mode(str(parse_mode(text))) == parse_mode(text)


def mounted(mode: str, **options: Any) -> MountedServers:
    given: dict[str, Any] = {"task": TASK, "suite_servers": ["wiki", "maps"], "available": CATALOG, "seed": 0}
    return mount(parse_mode(mode), **{**given, **options})


def test_each_way_mounts_its_servers_in_a_stable_order() -> None:
    assert mounted("oracle") == MountedServers(("maps", "sky"))
    assert mounted("standard") == MountedServers(("maps", "sky", "wiki"))
    assert mounted("max") == MountedServers(("maps", "sky", "books", "cars", "wiki", "zoo"))


def test_a_tasks_missing_servers_are_all_named_in_every_mode() -> None:
    available = {**catalog("zoo", "wiki"), "sky": server("sky", "set SKY_KEY in the environment")}
    for mode in ("oracle", "standard", "max", "retrieve:1"):
        with pytest.raises(UsageError) as caught:
            mounted(mode, available=available, retriever=Retriever(HashingEncoder(), available.values()))
        assert "Task t1" in str(caught.value)
        assert "maps (not in the catalog); sky (set SKY_KEY in the environment)" in str(caught.value)


def test_other_unavailable_servers_are_left_out_with_the_reason() -> None:
    available = {**CATALOG, "wiki": server("wiki", "set WIKI_KEY")}
    found = mounted("standard", suite_servers=["wiki", "gone", "zoo"], available=available)
    assert found.servers == ("maps", "sky", "zoo")
    assert found.left_out == {"wiki": "set WIKI_KEY", "gone": "not in the catalog"}
    assert mounted("max", available=available).left_out == {"wiki": "set WIKI_KEY"}
    assert "wiki" not in mounted("oracle+3", available=available).servers


def test_distractors_come_after_the_rest_and_are_never_the_tasks_own() -> None:
    found = mounted("oracle+3")
    assert found.servers[:2] == ("maps", "sky")
    assert found.servers[2:] == found.distractors
    assert len(set(found.distractors)) == 3
    assert not {"maps", "sky"} & set(found.distractors)


def test_distractors_that_the_task_names_come_first() -> None:
    task = Task(id="t1", servers=("maps",), distractors=("zoo", "wiki", "not in the catalog"))
    for seed in range(5):
        found = mount(MountMode(MountKind.ORACLE, distractors=3), task, (), CATALOG, seed).distractors
        assert set(found[:2]) == {"zoo", "wiki"}
        assert found[2] in {"sky", "books", "cars"}


@given(st.integers(), st.text(), st.integers(0, 20), st.randoms())
def test_distractors_depend_on_seed_and_task_and_not_on_the_order_of_the_catalog(
    seed: int, task_id: str, count: int, random: Any
) -> None:
    names = [f"s{i}" for i in range(22)]
    task = Task(id=task_id, servers=("s0", "s1"))

    def drawn(number: int) -> tuple[str, ...]:
        random.shuffle(names)
        return mount(
            MountMode(MountKind.ORACLE, distractors=number), task, (), catalog(*names), seed
        ).distractors

    assert drawn(count) == drawn(20)[:count]
    assert sorted(drawn(20)) == sorted(set(names) - {"s0", "s1"})


def test_draws_differ_between_seeds_and_tasks() -> None:
    available = catalog("maps", "sky", *(f"s{i}" for i in range(50)))
    draws = {
        mounted("oracle+5", seed=seed, task=Task(id=task, servers=("maps",)), available=available).distractors
        for seed in range(5)
        for task in ("a", "b", "c", "d")
    }
    assert len(draws) == 20
    assert len({name for draw in draws for name in draw}) > 40, "all of the catalog gets its turn"


def test_too_few_servers_for_the_distractors_is_an_error_with_the_numbers() -> None:
    with pytest.raises(
        UsageError, match=r"oracle\+5 requires 5 .* on task t1, but only 4 are available: books, cars"
    ):
        mounted("oracle+5")
    with pytest.raises(UsageError, match="only 0 are available: none"):
        mounted("max+1")


class CountingEncoder(HashingEncoder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.texts += texts
        return super().encode(texts, progress)


TOOLS = [
    server("weather", forecast="Temperature and rain of the next days", alerts="Storm warnings"),
    server("movies", search_film="Find a film by title, actor or year"),
    server("chemistry", molar_mass="Mass of a compound from its formula"),
    server("broken-movies", "set KEY", search_film="Find a film by title, actor or year"),
]


def test_a_server_is_described_by_its_name_and_tools() -> None:
    assert description(TOOLS[0]) == (
        "weather: forecast, alerts. Temperature and rain of the next days Storm warnings"
    )
    assert description(server("bare")) == "bare: ."


def test_servers_are_encoded_once_and_only_those_available() -> None:
    encoder = CountingEncoder()
    retriever = Retriever(encoder, TOOLS)
    assert len(encoder.texts) == 3
    assert retriever.top(["film title"], 1) == ("movies",)
    assert retriever.top(["compound formula"], 5)[0] == "chemistry"
    assert set(retriever.top(["x"], 5)) == {"weather", "movies", "chemistry"}
    assert len(encoder.texts) == 6


def test_each_need_brings_its_server() -> None:
    retriever = Retriever(HashingEncoder(), TOOLS)
    assert set(retriever.top(["find a film by actor", "rain of the next days"], 2)) == {"movies", "weather"}
    assert retriever.top([], 2) == ()
    assert Retriever(HashingEncoder(), []).top(["x"], 2) == ()


def test_equal_servers_are_ranked_by_name() -> None:
    same = [ServerInfo(name=name, tools=(Tool(server="x", name="t"),)) for name in ("b-", "b", "b_")]
    assert Retriever(HashingEncoder(), same).top(["need"], 3) == ("b", "b-", "b_")


def test_the_real_encoder_finds_servers_by_meaning(minilm: Encoder) -> None:
    retriever = Retriever(minilm, TOOLS)
    assert retriever.top(["will I need an umbrella on Thursday?"], 1) == ("weather",)
    assert retriever.top(["which cinema pictures starred Greta Garbo"], 1) == ("movies",)


def test_retrieval_mounts_the_nearest_and_keeps_the_tasks_own_out_of_the_distractors() -> None:
    available = {info.name: info for info in TOOLS}
    task = Task(id="t", servers=("weather",))
    options = {"available": available, "task": task, "retriever": Retriever(HashingEncoder(), TOOLS)}
    found = mounted("retrieve:1+1", needs=["find a film by title"], **options)
    assert found == MountedServers(("movies", "chemistry"), ("chemistry",))
    assert mounted("retrieve:2", needs=[], **options) == MountedServers(())
    with pytest.raises(UsageError, match=r"retrieve:2 requires an encoder"):
        mounted("retrieve:2", needs=["x"])


MANY = [Tool(server="s", name=f"t{i}", description="Does one thing.") for i in range(130)]


def test_tools_within_the_limits_are_called_as_asked() -> None:
    tokens = count_tools(MANY, exact=False)
    assert fit_tools(MANY, 130, None, True) == ToolBudget(CallingMode.NATIVE, 130, tokens)
    assert fit_tools(MANY, None, 10**9, True) == ToolBudget(CallingMode.NATIVE, 130, tokens)
    assert fit_tools(MANY, 128, None, False) == ToolBudget(CallingMode.PROMPTED, 130, tokens)
    assert fit_tools([], 0, 0, True) == ToolBudget(CallingMode.NATIVE, 0, 0)


def test_too_many_tools_lead_to_prompted_calling_or_a_refusal_with_the_numbers() -> None:
    found = fit_tools(MANY, 128, None, True)
    assert found.calling is CallingMode.PROMPTED
    assert found.note == (
        "130 tools are mounted; the provider accepts 128. The tools are described in the prompt instead"
    )
    with pytest.raises(UsageError, match="130 tools are mounted; the provider accepts 128"):
        fit_tools(MANY, 128, None, True, prompted_allowed=False)


@pytest.mark.parametrize("native", [True, False])
def test_too_many_tokens_are_refused_with_the_numbers(native: bool) -> None:
    exact = count_tools(MANY)
    with pytest.raises(UsageError, match=f"130 tools take {exact:,} tokens; .* room for {exact - 1:,}"):
        fit_tools(MANY, None, exact - 1, native)
    assert fit_tools(MANY, None, exact, native).tokens == exact, "near the limit the count is exact"
