"""Environments for training: reset, step and reward over the tasks of a suite and their servers."""

from m3bench.environment.actions import Action
from m3bench.environment.asynchronous import AsyncEnvironment, AsyncEnvironmentPool, EnvironmentSlot
from m3bench.environment.episode import EpisodeOver
from m3bench.environment.observations import Observation, StepResult
from m3bench.environment.rewards import PENALTIES, WEIGHTS, Reward, read_reward
from m3bench.environment.settings import Calling, EnvironmentSettings
from m3bench.environment.shared_servers import ServersUnavailable, SharedServers, open_servers
from m3bench.environment.synchronous import Environment, EnvironmentPool

__all__ = [
    "PENALTIES",
    "WEIGHTS",
    "Action",
    "AsyncEnvironment",
    "AsyncEnvironmentPool",
    "Calling",
    "Environment",
    "EnvironmentPool",
    "EnvironmentSettings",
    "EnvironmentSlot",
    "EpisodeOver",
    "Observation",
    "Reward",
    "ServersUnavailable",
    "SharedServers",
    "StepResult",
    "open_servers",
    "read_reward",
]
