"""Documents of any shape are read, or refused as a fault of the file."""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import FormatError
from m3bench.formats import trajectories_from
from tests.formats.test_round_trips import EXAMPLES, values

parts = st.fixed_dictionaries({}, optional={"type": values, "text": values, "source": values})
contents = values | st.lists(parts, max_size=2)
calls = st.fixed_dictionaries(
    {}, optional={"tool_call_id": values, "function_name": values, "arguments": values}
)
results = st.fixed_dictionaries({}, optional={"source_call_id": values, "content": contents, "extra": values})
observations = st.fixed_dictionaries({"results": values | st.lists(results, max_size=2)})
steps = st.fixed_dictionaries(
    {"source": st.sampled_from(["user", "agent", "system"])},
    optional={
        "message": contents,
        "tool_calls": values | st.lists(calls, max_size=2),
        "observation": values | observations,
        "metrics": values,
        "model_name": values,
        "is_copied_context": values,
        "extra": values,
    },
)


@settings(EXAMPLES, max_examples=30)
@given(st.lists(steps, max_size=3), values, values, values)
def test_nothing_but_a_fault_of_the_file_is_raised(
    given_steps: list[dict[str, Any]], agent: Any, metrics: Any, extra: Any
) -> None:
    numbered = [{"step_id": number, **step} for number, step in enumerate(given_steps, start=1)]
    document = {"schema_version": "ATIF-v1.7", "agent": agent, "steps": numbered}
    document |= {"final_metrics": metrics, "extra": {"m3bench": extra}}
    with contextlib.suppress(FormatError):
        trajectories_from(document, format="atif")
