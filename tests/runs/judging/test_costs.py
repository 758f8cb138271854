from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Media, Text
from m3bench.models import Request, System, User
from m3bench.models.prices import price_of
from m3bench.runs.judging.costs import TOKENS_PER_PICTURE, TOKENS_PER_REPLY, JudgeCost, tokens_of
from tests.runs.jury import both, judging, made_run

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_run(tmp_path_factory.mktemp("run"), 2)


def test_four_characters_are_a_token_and_pictures_are_dear() -> None:
    picture = Media(media_type="image/png", data=b"x")
    request = Request((System("a" * 40), User((Text("b" * 20), picture, Text("c" * 20)))))
    assert tokens_of(request) == 20 + TOKENS_PER_PICTURE


async def test_nobody_is_asked_to_know_what_it_costs(run: Path) -> None:
    judges = ("openai/gpt-4o", "local/smollm2", "any/unheard-of")
    estimate = await judging(run, judges).estimate()
    cost = estimate.judges["openai/gpt-4o"]
    assert (cost.requests, cost.output_tokens) == (2 * 2, 4 * TOKENS_PER_REPLY)
    assert cost.input_tokens > 4 * 300
    assert cost.dollars == price_of("openai/gpt-4o", cost.input_tokens, cost.output_tokens)
    assert estimate.judges["local/smollm2"].dollars == 0.0
    assert estimate.judges["any/unheard-of"].dollars is None
    assert (estimate.requests, estimate.unpriced) == (12, ("any/unheard-of",))
    assert estimate.dollars == cost.dollars


async def test_every_turn_of_the_rubric_is_paid(run: Path) -> None:
    estimate = await judging(run, ("openai/gpt-4o",), **both(limit=1)).estimate()
    assert (estimate.requests, estimate.cached) == (5 + 1, 0)


async def test_no_work_costs_nothing(run: Path) -> None:
    assert JudgeCost().dollars == 0.0
    assert (await judging(run, ("openai/gpt-4o",), **both(limit=0)).estimate()).requests == 0
