from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import Task, UsageError
from m3bench.encoders import HashingEncoder
from m3bench.hosting.mounting import (
    MaxScale,
    MountedServers,
    MountKind,
    MountMode,
    Retriever,
    ServerInfo,
    mount,
    parse_mode,
)
from tests.hosting.mounting.infos import TOOLS, server


def catalog(*names: str) -> dict[str, ServerInfo]:
    return {name: server(name) for name in names}


TASK = Task(id="t1", servers=("maps", "sky"))
CATALOG = catalog("zoo", "sky", "maps", "wiki", "books", "cars")
MODES = st.builds(
    lambda kind, top, extra, scale: MountMode(
        kind,
        top if kind is MountKind.RETRIEVE else 0,
        extra,
        scale if kind is MountKind.MAX else MaxScale.INSTALLED,
    ),
    st.sampled_from(MountKind),
    st.integers(1, 9999),
    st.integers(0, 9999),
    st.sampled_from(MaxScale),
)


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("oracle", MountMode(MountKind.ORACLE)),
        (" standard+10 ", MountMode(MountKind.STANDARD, distractors=10)),
        ("max", MountMode(MountKind.MAX)),
        ("max:65", MountMode(MountKind.MAX, scale=MaxScale.PAPER)),
        ("max:synthetic", MountMode(MountKind.MAX, scale=MaxScale.SYNTHETIC)),
        ("max:all+2", MountMode(MountKind.MAX, distractors=2, scale=MaxScale.EVERYTHING)),
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
        ("max:0", "max takes 65, all or synthetic"),
        ("max:", "not a mount mode"),
        ("max:synthetics", "max takes 65, all or synthetic"),
        ("oracle:all", "oracle takes no ':'"),
        ("oracle:synthetic", "oracle takes no ':'"),
        ("retrieve:synthetic", "requires a number of servers"),
        ("retrieve:all", "requires a number of servers"),
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
    assert "max:synthetic" in str(caught.value)


@given(MODES)
def test_a_mode_is_read_back_from_its_text(mode: MountMode) -> None:
    assert parse_mode(str(mode)) == mode


@given(st.text(alphabet="oraclestndmxivehy:+0123456789 all", max_size=16))
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
    selection = mounted("standard", suite_servers=["wiki", "gone", "zoo"], available=available)
    assert selection.servers == ("maps", "sky", "zoo")
    assert selection.left_out == {"wiki": "set WIKI_KEY", "gone": "not in the catalog"}
    assert mounted("max", available=available).left_out == {"wiki": "set WIKI_KEY"}
    assert "wiki" not in mounted("oracle+3", available=available).servers


def test_distractors_come_after_the_rest_and_are_never_the_tasks_own() -> None:
    selection = mounted("oracle+3")
    assert selection.servers[:2] == ("maps", "sky")
    assert selection.servers[2:] == selection.distractors
    assert len(set(selection.distractors)) == 3
    assert not {"maps", "sky"} & set(selection.distractors)


def test_distractors_that_the_task_names_come_first() -> None:
    task = Task(id="t1", servers=("maps",), distractors=("zoo", "wiki", "not in the catalog"))
    for seed in range(5):
        distractors = mount(MountMode(MountKind.ORACLE, distractors=3), task, (), CATALOG, seed).distractors
        assert set(distractors[:2]) == {"zoo", "wiki"}
        assert distractors[2] in {"sky", "books", "cars"}


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


def test_bundled_servers_are_drawn_before_others_so_that_installing_more_changes_nothing() -> None:
    bundled = {f"b{i}": ServerInfo(name=f"b{i}", bundled=True) for i in range(6)}
    task = Task(id="t", servers=("b0",))

    def drawn(number: int, installed: int) -> tuple[str, ...]:
        others = catalog(*(f"i{i}" for i in range(installed)))
        mode = MountMode(MountKind.ORACLE, distractors=number)
        return mount(mode, task, (), {**others, **bundled}, 0).distractors

    assert drawn(5, 0) == drawn(5, 40)
    assert drawn(8, 40)[:5] == drawn(5, 0)
    assert all(name.startswith("i") for name in drawn(8, 40)[5:])


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


def test_retrieval_mounts_the_nearest_and_keeps_the_tasks_own_out_of_the_distractors() -> None:
    available = {info.name: info for info in TOOLS}
    task = Task(id="t", servers=("weather",))
    options = {"available": available, "task": task, "retriever": Retriever(HashingEncoder(), TOOLS)}
    selection = mounted("retrieve:1+1", needs=["find a film by title"], **options)
    assert selection == MountedServers(("movies", "chemistry"), ("chemistry",))
    assert mounted("retrieve:2", needs=[], **options) == MountedServers(())
    with pytest.raises(UsageError, match=r"retrieve:2 requires an encoder"):
        mounted("retrieve:2", needs=["x"])
