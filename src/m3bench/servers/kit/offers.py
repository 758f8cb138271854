"""Resources and prompts of a bundled server."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from m3bench.servers.kit.failures import BadArgument

_VARIABLE = re.compile(r"\{(\w+)\}")
_LONGEST_URI = 2_000


class ResourceEntry(msgspec.Struct, frozen=True):
    """A resource as it is listed."""

    uri: str
    name: str
    title: str = ""


class ResourceDefinition(msgspec.Struct, frozen=True):
    """Resources of one kind: a URI, or a template with variables such as `kb://articles/{article_id}`."""

    uri: str
    name: str
    description: str
    media_type: str
    read: Callable[..., str | bytes]
    """Gets the context, and the variables by name."""
    entries: Callable[..., Iterable[ResourceEntry]] | None = None
    """Lists the resources of a template. Gets the context."""

    @property
    def is_template(self) -> bool:
        return bool(_VARIABLE.search(self.uri))

    def variables(self, uri: str) -> dict[str, str] | None:
        """Return the variables in a URI; None if it is no resource of this kind."""
        if len(uri) > _LONGEST_URI:
            return None
        parts = _VARIABLE.split(self.uri)
        pattern = "".join(
            re.escape(part) if index % 2 == 0 else f"(?P<{part}>[^/]+)" for index, part in enumerate(parts)
        )
        match = re.fullmatch(pattern, uri)
        return None if match is None else match.groupdict()


class PromptArgument(msgspec.Struct, frozen=True):
    name: str
    description: str
    required: bool = True


class PromptDefinition(msgspec.Struct, frozen=True):
    """A prompt: a function of texts that returns what a user would say."""

    name: str
    description: str
    arguments: tuple[PromptArgument, ...]
    write: Callable[..., Any]
    """Returns a text, or a list of content as `Answer` has it."""

    def text(self, arguments: dict[str, str]) -> Any:
        """Return the prompt with these arguments."""
        known = {argument.name for argument in self.arguments}
        for name in arguments:
            if name not in known:
                raise BadArgument(
                    name[:60], f"the prompt {self.name} takes {', '.join(sorted(known)) or 'nothing'}"
                )
        for argument in self.arguments:
            if argument.required and argument.name not in arguments:
                raise BadArgument(argument.name, "it is missing; pass a value")
        return self.write(**arguments)


def prompt_definition(write: Callable[..., Any], about: dict[str, str]) -> PromptDefinition:
    """Return the prompt that a function writes. Its docstring is the description."""
    arguments = tuple(
        PromptArgument(name, about.get(name, ""), parameter.default is inspect.Parameter.empty)
        for name, parameter in inspect.signature(write).parameters.items()
    )
    return PromptDefinition(write.__name__, inspect.cleandoc(write.__doc__ or ""), arguments, write)
