from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from m3bench.encoders import Encoder, HashingEncoder, Progress, Vectors
from m3bench.hosting import ServerInfo, Tool
from m3bench.hosting.mounting import Ranking, Retriever
from m3bench.hosting.mounting.retrieval import summary
from tests.hosting.mounting.infos import TOOLS, server


class CountingEncoder(HashingEncoder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.texts += texts
        return super().encode(texts, progress)


def test_a_tool_is_described_by_its_first_sentence() -> None:
    described = "Finds  places.\nMore about it. And more."
    assert summary(Tool(server="my-maps", name="find_place", description=described)) == (
        "find place (my maps): Finds places."
    )
    assert len(summary(Tool(server="s", name="t", description="word " * 100))) < 200
    assert summary(Tool(server="s", name="t")) == "t (s):"


def test_tools_are_encoded_once_and_only_those_available() -> None:
    encoder = CountingEncoder()
    retriever = Retriever(encoder, TOOLS)
    assert len(encoder.texts) == 4
    assert retriever.top(["film title"], 1) == ("movies",)
    assert retriever.top(["compound formula"], 5)[0] == "chemistry"
    assert set(retriever.top(["x"], 5)) == {"weather", "movies", "chemistry"}
    assert len(encoder.texts) == 7


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


def test_a_server_without_known_tools_is_found_by_its_name() -> None:
    infos = [server("chess"), server("weather", rain="Rain of the next days")]
    assert Retriever(HashingEncoder(), infos).top(["play chess"], 1) == ("chess",)


@pytest.mark.parametrize("ranking", Ranking)
def test_every_ranking_finds_what_shares_words_with_a_need(ranking: Ranking) -> None:
    retriever = Retriever(HashingEncoder(), TOOLS, ranking)
    assert retriever.top(["mass of a compound"], 1) == ("chemistry",)
    assert retriever.top([], 1) == ()


def test_words_alone_need_no_encoder() -> None:
    encoder = CountingEncoder()
    assert Retriever(encoder, TOOLS, Ranking.BM25).top(["films with an actor"], 1) == ("movies",)
    assert encoder.texts == []


def test_fusion_prefers_what_both_rankings_like() -> None:
    """Two servers are first in one ranking and last in the other; the third is second in both."""
    infos = [server("alpha", a="x"), server("beta", b="x"), server("gamma", c="x")]

    class Fixed(HashingEncoder):
        def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
            known = {"a (alpha): x": 1.0, "b (beta): x": 0.9, "c (gamma): x": 0.0}
            return np.array([[known.get(text, 1.0)] for text in texts], dtype=np.float32)

    assert Retriever(Fixed(), infos, Ranking.ENCODER).top(["gamma beta"], 3) == ("alpha", "beta", "gamma")
    assert Retriever(Fixed(), infos, Ranking.FUSION).top(["gamma beta"], 1) == ("beta",)
