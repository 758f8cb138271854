"""An environment of a suite under Gymnasium's API."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium

from m3bench.core import Status, UsageError
from m3bench.environment.gymnasium.spaces import make_action_space, make_observation_space
from m3bench.environment.gymnasium.texts import action_text, observed, read_text_action, transcript
from m3bench.environment.settings import Options, PathLike
from m3bench.environment.synchronous import Environment
from m3bench.suites import Suite

_RENDER_MODES = ["ansi"]
_TERMINAL = (Status.COMPLETED, Status.AGENT_FAILURE, Status.OVER_QUOTA)
"""How a policy ends an episode by itself. Other episodes are cut off: by a limit or a failure."""
_LAST_SEED = 2**31 - 1


class SuiteEnv(gymnasium.Env[dict[str, Any], str]):
    """Plays the tasks of a suite. Actions are texts; observations are messages, tools and pictures."""

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 1}  # noqa: RUF012 - as in Env

    def __init__(
        self,
        suite: PathLike | Suite | None = None,
        render_mode: str | None = None,
        **options: Unpack[Options],
    ) -> None:
        """Open an environment.

        Args:
            suite: The name of a suite, a file of tasks, or a suite object.
            render_mode: With `ansi`, `render` returns the episode as text.
            options: See `EnvironmentSettings`.

        Raises:
            UsageError: There is no such suite or render mode, or a server is not available.
        """
        if suite is None:
            hint = 'Name one: gymnasium.make("m3bench/suite-v0", suite="smoke").'
            raise UsageError("No suite was given.", hint)
        if render_mode not in (None, *_RENDER_MODES):
            raise UsageError(f"render_mode is {render_mode!r}.", "Use 'ansi', or leave it out.")
        self.action_space, self.observation_space = make_action_space(), make_observation_space()
        self.render_mode = render_mode
        self._environment = Environment(suite, **options)
        self._shown: list[str] = []

    @property
    def tasks(self) -> tuple[str, ...]:
        """The ids of all tasks."""
        return self._environment.tasks

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode.

        Args:
            seed: As in `Environment.reset`. Without one, the next episode of the last seed.
            options: `{"task": ID}` names the task. Otherwise, the seed chooses.

        Raises:
            UsageError: There is no such task or option.
            ServersUnavailable: A server of the task did not start.
        """
        super().reset(seed=seed)
        unknown = sorted(set(options or ()) - {"task"})
        if unknown:
            raise UsageError(f"reset has no option {', '.join(map(repr, unknown))}.", 'Use {"task": ID}.')
        drawn = int(self.np_random.integers(_LAST_SEED)) if seed is None else seed
        first = self._environment.reset((options or {}).get("task"), drawn)
        self._shown = [transcript(first)]
        return observed(first), {"task": self._environment.task, "seed": drawn}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out what a policy says. Whatever cannot be read is told to it in the observation.

        Returns:
            The observation, the reward, whether the policy ended the episode, whether it was cut off, and the
            info of `StepResult`. In the last info, `scored` is False if there is no reward; 0 stands for it.

        Raises:
            EpisodeOver: The episode is over, or none was started.
        """
        result = self._environment.step(read_text_action(action))
        self._shown += [f"[policy]\n{action_text(action)}", transcript(result.observation)]
        info = result.info | ({"scored": result.reward is not None} if result.done else {})
        terminated = result.done and result.info["status"] in _TERMINAL
        return (
            observed(result.observation),
            0.0 if result.reward is None else float(result.reward),
            terminated,
            result.done and not terminated,
            info,
        )

    def render(self) -> str | None:
        """Return the episode so far as text, or None without the render mode `ansi`."""
        return "\n\n".join(filter(None, self._shown)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the episode, its servers and their thread. Closing twice is allowed."""
        self._environment.close()
