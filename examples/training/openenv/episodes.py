"""Play episodes on `environment.py` with OpenEnv's own client, and print their rewards as JSON.

python episodes.py http://127.0.0.1:9000 TASK EPISODES '[ACTION, …]'
"""

# ruff: noqa: T201 - a program prints its results

from __future__ import annotations

import json
import sys

from openenv.core import GenericEnvClient


def main() -> None:
    url, task, episodes, plan = sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
    rewards = []
    with GenericEnvClient(base_url=url).sync() as environment:
        for seed in range(episodes):
            result = environment.reset(seed=seed, task=task)
            assert result.observation["tools"], result
            for action in plan:
                result = environment.step({"message": action})
            assert result.done, result
            assert environment.state()["step_count"] == len(plan)
            rewards.append(result.reward)
    print(json.dumps(rewards))


if __name__ == "__main__":
    main()
