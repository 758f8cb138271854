from __future__ import annotations

import pytest

from m3bench.core import MissingExtraError, UsageError
from m3bench.hosting import Tool
from m3bench.hosting.mounting import CallingMode, MountSize, ServerSizes, ToolBudget, budget, fit_tools
from m3bench.hosting.toolbox import count_tools
from tests.hosting.mounting.infos import TOOLS

MANY = [Tool(server="s", name=f"t{i}", description="Does one thing.") for i in range(130)]


def test_tools_within_the_limits_are_called_as_asked() -> None:
    tokens = count_tools(MANY, exact=False)
    assert fit_tools(MANY, 130, None, True) == ToolBudget(CallingMode.NATIVE, 130, tokens)
    assert fit_tools(MANY, None, 10**9, True) == ToolBudget(CallingMode.NATIVE, 130, tokens)
    assert fit_tools(MANY, 128, None, False) == ToolBudget(CallingMode.PROMPTED, 130, tokens)
    assert fit_tools([], 0, 0, True) == ToolBudget(CallingMode.NATIVE, 0, 0)


def test_too_many_tools_lead_to_prompted_calling_or_a_refusal_with_the_numbers() -> None:
    budget = fit_tools(MANY, 128, None, True)
    assert budget.calling is CallingMode.PROMPTED
    assert budget.note == (
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


def test_messages_name_the_model() -> None:
    with pytest.raises(UsageError, match="130 tools are mounted; openai/gpt-4o accepts 128"):
        fit_tools(MANY, 128, None, True, prompted_allowed=False, model="openai/gpt-4o")
    with pytest.raises(UsageError, match=r"130 tools take .* tokens; openai/gpt-4o has room for 10"):
        fit_tools(MANY, None, 10, True, model="openai/gpt-4o")


def test_near_the_limit_and_without_a_tokenizer_tools_are_taken_to_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def count(tools: list[Tool], exact: bool = True) -> int:
        if exact:
            raise MissingExtraError("Counting tokens exactly", "tokens")
        return 1_000

    monkeypatch.setattr(budget, "count_tools", count)
    assert fit_tools(MANY, None, 950, True).tokens == 950
    with pytest.raises(UsageError, match="1,000 tokens"):
        fit_tools(MANY, None, 700, True)


def test_a_known_estimate_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(budget, "count_tools")
    assert fit_tools(MANY, 128, None, True, tokens=77).tokens == 77


def test_sizes_add_up_and_each_server_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = ServerSizes()
    both = sizes.of(TOOLS[:2])
    assert both == MountSize(2, 3, sum(count_tools(info.tools, exact=False) for info in TOOLS[:2]))
    monkeypatch.delattr(budget, "count_tools")
    assert sizes.of(TOOLS[:1]).tools == 2
    assert sizes.of([]) == MountSize(0, 0, 0)
