"""What the help of a verb shows: its options by panel, and those of experts only with `--help-all`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

PANELS: Mapping[str, Mapping[str, str]] = {
    "run": {
        "Agent and model": "agent:NAME model:NAME base_url:URL judge:MODEL user context model_setting "
        "extra_body header accepts:KIND text_only strict_format no_probe preflight",
        "Tasks": "limit:N family:NAME task where sample sample_seed:N per_family:N bundled_only skip_missing "
        "epochs:N fuzzy pictures:KIND data",
        "Servers": "mode:MODE without_perception config:FILE live record:DIR replay:DIR seed:N world_seed:N "
        "now:TIME server_memory",
        "Limits and retries": "max_steps:N max_concurrent:N concurrency:N in_flight:N workers:N ray "
        "retries:N task_timeout:S reply_timeout:S provider_wait:S max_cost:USD max_tokens:N",
        "Sandbox": "sandbox:MODE agent_env agent_read agent_network resource_limit",
        "Run folder and results": "out:DIR resume retry dry_run tag note cache:DIR encoder fail_under junit "
        "json_path",
    }
}
"""The panels of a verb with their parameters, and what a value is called where the option does not say."""

_AGENT_PROGRAM = "agent_env agent_read agent_network resource_limit"
_METRIC = "profile weak strong encoder no_cache"

EXPERT: Mapping[str, str] = {
    "agents check": f"accepts strict_format model_setting task_timeout reply_timeout context concurrency "
    f"sandbox {_AGENT_PROGRAM}",
    "audit": "pairs seed",
    "compare": "duplicates weak strong encoder seed no_cache",
    "convert": "duplicates margin",
    "demo": "blind reply_timeout in_flight",
    "environment serve": "calling strict_format sessions idle allow_host config sandbox",
    "forge references": "fuzzy seed max_steps concurrency workers ray task_timeout cache sandbox",
    "forge scenarios": "rounds seed world_seed now sandbox",
    "forge tasks": "seed longest trust shape world_seed now workers ray sandbox",
    "gateway": "allow_host task_id data request fuzzy quiet_period features",
    "install": "sandbox",
    "judge calibrate": "profile encoder step resamples seed no_cache",
    "judge run": "unshuffled concurrency cache no_cache workers ray",
    "judge undecided": "concurrency workers ray",
    "leaderboard build": "no_bundles profile encoder no_cache",
    "leaderboard submit": "url notes",
    "list": "sandbox",
    "replay": "seed now concurrency ray sandbox",
    "report": f"viewer seed {_METRIC}",
    "run": "accepts strict_format without_perception where sample_seed per_family bundled_only skip_missing "
    "world_seed now extra_body header context encoder max_concurrent in_flight ray retries reply_timeout "
    "provider_wait max_tokens server_memory no_probe preflight record replay cache live tag note junit "
    f"{_AGENT_PROGRAM}",
    "score": "duplicates tools parquet_path weak strong encoder reference_format prediction_format no_cache "
    "workers ray",
    "servers call": "sandbox",
    "servers check": "concurrency sandbox",
    "servers export": "version",
    "servers test": "distractors encoder seed sandbox",
    "soak": "concurrency seed family limit",
    "suite build": "now ray sandbox",
    "suite export": "install apt",
    "suite new": "sandbox",
    "suite show": "sandbox",
    "suite verify": "ray sandbox",
    "view": f"revealed {_METRIC}",
}
"""Options that few need, by command. They work as the others do."""


def arrange_help(path: str, command: Any) -> None:
    """Set panels and the names of values, also of inner commands, and hide the options of experts.

    Switches have no value.
    """
    for name, inner in getattr(command, "commands", {}).items():
        arrange_help(f"{path} {name}", inner)
    listed = {
        param: (panel, value)
        for panel, params in PANELS.get(path, {}).items()
        for param, _, value in (word.partition(":") for word in params.split())
    }
    expert = EXPERT.get(path, "").split()
    for param in command.params:
        panel, value = listed.get(param.name, (getattr(param, "rich_help_panel", None), ""))
        param.rich_help_panel = panel
        if param.metavar is None and (value or getattr(param, "is_flag", False)):
            param.metavar = value
        param.hidden = getattr(param, "hidden", False) or param.name in expert
    if expert:
        command.params.append(_help_all(expert))


def _help_all(expert: list[str]) -> Any:
    """Return the option that shows the help with all others, built as typer builds one."""

    def show(context: typer.Context, wanted: bool) -> None:
        if not wanted:
            return
        params: list[Any] = context.command.params
        hidden = [param for param in params if param.name in expert]
        for param in hidden:
            param.hidden = False
        try:
            typer.echo(context.get_help())
        finally:
            for param in hidden:
                param.hidden = True
        raise typer.Exit

    text = "Show all options, also those that few need, and exit."
    option: Any = typer.Option("--help-all", is_eager=True, callback=show, help=text)

    def command(wanted: Annotated[bool, option] = False) -> None: ...

    command.__annotations__ = {"wanted": Annotated[bool, option]}
    app = typer.Typer(add_completion=False)
    app.command()(command)
    (built,) = typer.main.get_command(app).params
    built.expose_value, built.metavar = False, ""
    return built
