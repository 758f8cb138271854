"""Run episodes of `m3bench_v1.py` with verifiers against an endpoint, and print their rewards as JSON.

python episodes.py http://127.0.0.1:9000/v1 MODEL ROLLOUTS OUTPUT
"""

# ruff: noqa: T201 - a program prints its results

from __future__ import annotations

import asyncio
import json
import sys

from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig


def main() -> None:
    url, model, rollouts, output = sys.argv[1:]
    config = EvalConfig.model_validate(
        {
            "env": {"taskset": {"id": "m3bench-v1"}, "agent": {"runtime": {"type": "subprocess"}}},
            "model": model,
            "client": {"type": "eval", "base_url": url, "api_key_var": "OPENAI_API_KEY"},
            "num_rollouts": int(rollouts),
            "max_concurrent": 4,
            "output_dir": output,
            "push": False,
            "rich": None,
        }
    )
    episodes = asyncio.run(run_eval(config))
    for episode in episodes:
        for trace in episode.traces:
            assert not trace.errors, trace.errors
    print(json.dumps([trace.reward for episode in episodes for trace in episode.traces]))


if __name__ == "__main__":
    main()
