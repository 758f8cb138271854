"""TOBench's main table as the paper prints it."""

from __future__ import annotations

import pytest

from m3bench.reports.published_tobench import cells, published_tobench

SIZES = dict(zip(cells(), (29, 28, 10, 10, 10, 13), strict=True))
"""Tasks of the paper by area and difficulty."""


def test_models_and_figures() -> None:
    models = {score.model: score for score in published_tobench()}
    assert len(models) == 18
    best = models["Qwen3.5-Plus"]
    assert (best.success, best.rates["service_easy"], best.rates["creation_hard"]) == (0.41, 0.6552, 0.1538)
    assert (best.calls, best.tokens, best.cost) == (25.0, 559_100, 0.17)
    assert max(models.values(), key=lambda score: score.success) is best


@pytest.mark.parametrize(
    "model", ["Claude-Opus-4.6", "Gemini-3-Pro", "Qwen3.5-Plus", "Kimi-K2.5", "GPT-5.2", "GLM-4.6V"]
)
def test_the_average_follows_from_the_cells(model: str) -> None:
    (score,) = [other for other in published_tobench() if other.model == model]
    assert sum(SIZES.values()) == 100
    mean = sum(score.rates[cell] * size for cell, size in SIZES.items()) / 100
    assert mean == pytest.approx(score.success, abs=0.002)
