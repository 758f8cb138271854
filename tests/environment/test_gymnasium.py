"""Environments under Gymnasium's API, as a library for training uses them."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import m3bench.environment.gymnasium
from m3bench.core import UsageError
from m3bench.environment import EpisodeOver
from m3bench.environment.gymnasium import PictureSpace, SuiteEnv, UnicodeText
from tests.environment.tasks import CROPPED, PICTURE, SmallSuite, add, multiply
from tests.hanging import HANG_SECONDS

gymnasium.register_envs(m3bench.environment.gymnasium)


@pytest.fixture(scope="module")
def env() -> Iterator[SuiteEnv]:
    opened = SuiteEnv(SmallSuite(), render_mode="ansi")
    yield opened
    opened.close()


def solve(env: SuiteEnv) -> list[Any]:
    actions = [json.dumps(add(20, 22)), json.dumps(multiply(42, 3)), "It is 126."]
    return [env.reset(seed=5, options={"task": "sum"}), *map(env.step, actions)]


def test_the_checker_of_gymnasium_passes() -> None:
    made = gymnasium.make("m3bench/smoke-v0")
    assert isinstance(made.unwrapped, SuiteEnv)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)
    made.close()


def test_a_solution_terminates_with_its_reward(env: SuiteEnv) -> None:
    (first, info), *steps = solve(env)
    assert info == {"task": "sum", "seed": 5}
    assert [message["role"] for message in json.loads(first["messages"])] == ["system", "user"]
    assert json.loads(first["tools"])[0]["function"]["name"].startswith("math__")
    assert [step[1:4] for step in steps] == [(0.0, False, False), (0.0, False, False), (1.0, True, False)]
    assert json.loads(steps[0][0]["messages"])[0]["content"] == "42"
    assert steps[-1][4]["scored"] is True
    shown = env.render()
    assert shown is not None
    assert "times 3" in shown
    assert "[policy]\nIt is 126." in shown


def test_the_same_seed_and_actions_bring_the_same(env: SuiteEnv) -> None:
    assert repr(solve(env)) == repr(solve(env))
    chosen = []
    for _ in range(2):
        tasks = [env.reset(seed=11), *(env.reset() for _ in range(5))]
        chosen.append([info for _, info in tasks])
    assert chosen[0] == chosen[1]
    assert len({info["task"] for info in chosen[0]}) > 1


def test_pictures_are_arrays(env: SuiteEnv) -> None:
    observation, _ = env.reset(options={"task": PICTURE.id})
    (picture,) = observation["pictures"]
    assert picture.shape == (20, 40, 3)
    assert picture[0, 0].tolist() == [0, 128, 128]
    assert "picture:0" in observation["messages"]
    assert "base64" not in observation["messages"]
    assert observation in env.observation_space
    assert env.step(json.dumps(CROPPED))[0] in env.observation_space


UNKNOWN_TOOL = '{"tool_calls": [{"function": {"name": "no"}}]}'
TOO_DEEP = '{"tool_calls": ' + "[" * 50_000


@pytest.mark.parametrize(
    "wrong", ["", "{", '{"tool_calls": 7}', UNKNOWN_TOOL, "\ud800", 7, None, {}, b"x", "[" * 50_000, TOO_DEEP]
)
def test_a_wrong_action_is_told_to_the_policy(env: SuiteEnv, wrong: Any) -> None:
    env.reset(options={"task": "form"})
    observation, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert json.loads(observation["messages"])
    assert info["malformed"] == 1


def test_three_wrong_actions_terminate_and_a_limit_truncates(env: SuiteEnv) -> None:
    env.reset(options={"task": "sum"})
    steps = [env.step("") for _ in range(3)]
    assert steps[-1][1:4] == (0.0, True, False)
    limited = SuiteEnv(SmallSuite(), max_steps=1)
    limited.reset(options={"task": "sum"})
    limited.step(json.dumps(add(20, 22)))
    assert limited.step(json.dumps(add(20, 22)))[2:4] == (False, True)
    with pytest.raises(EpisodeOver):
        limited.step("126")
    limited.close()


def test_a_form_is_a_text_and_an_answer_may_be_marked(env: SuiteEnv) -> None:
    for action in ('{"total": 42}', '{"answer": "42", "fields": {"total": 42}}'):
        env.reset(options={"task": "form"})
        assert env.step(action)[1:3] == (1.0, True)


def test_environments_in_a_vector() -> None:
    vector = gymnasium.make_vec("m3bench/suite-v0", num_envs=2, vectorization_mode="sync", suite=SmallSuite())
    observations, infos = vector.reset(seed=3, options={"task": "sum"})
    assert len(observations["messages"]) == 2
    _, rewards, terminated, _, _ = vector.step(("It is 126.", "It is 5."))
    assert (rewards.tolist(), terminated.tolist()) == ([1.0, 0.0], [True, True])
    assert infos["seed"].tolist() == [3, 4]
    vector.close()


def test_spaces_hold_every_language_and_size() -> None:
    text, picture = UnicodeText(5), PictureSpace(4)
    assert "°C 汕头" in text
    assert "too long" not in text
    assert 5 not in text
    assert len(UnicodeText(1 << 28).sample()) <= 64
    assert picture.sample() in picture
    assert np.zeros((5, 4, 3), np.uint8) not in picture
    assert np.zeros((4, 4, 3), np.float64) not in picture


def test_wrong_settings_say_what_to_do() -> None:
    with pytest.raises(UsageError, match="No suite"):
        gymnasium.make("m3bench/suite-v0")
    with pytest.raises(UsageError, match="render_mode"):
        SuiteEnv("smoke", render_mode="human")
    env = SuiteEnv(SmallSuite())
    with pytest.raises(UsageError, match="tsak"):
        env.reset(options={"tsak": "sum"})
    assert env.render() is None
    env.close()


def test_without_the_package_the_extra_is_named() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport m3bench.environment.gymnasium"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=HANG_SECONDS
    )
    assert "pip install 'm3bench[gymnasium]'" in done.stderr
