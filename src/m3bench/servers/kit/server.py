"""A bundled server: a name, and typed functions as its tools, independent of the transport."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar, get_type_hints, overload

import msgspec

from m3bench.core import Proof
from m3bench.core.text import value_without_surrogates
from m3bench.records import CallInfo, RecordsFull, RecordStore
from m3bench.servers.kit.answer import Answer
from m3bench.servers.kit.failures import ToolFailure
from m3bench.servers.kit.files import Files
from m3bench.servers.kit.offers import PromptDefinition, ResourceDefinition, ResourceEntry, prompt_definition
from m3bench.worlds import World, known_sources

Handler = TypeVar("Handler", bound=Callable[..., Answer])
Reader = TypeVar("Reader", bound=Callable[..., Any])
WorldT_co = TypeVar("WorldT_co", bound=World, covariant=True)


def about(description: str) -> msgspec.Meta:
    """Describe a parameter to the model: `Annotated[str, about("…")]`."""
    return msgspec.Meta(description=description)


class ToolContext(msgspec.Struct, Generic[WorldT_co], frozen=True):
    """The world and the workspace files that a tool works with."""

    world: WorldT_co
    files: Files
    call: CallInfo | None = None
    """The call that is being answered, with its arguments as given."""
    read_only: bool = True
    """Whether the tool declares that it changes nothing."""
    receipts: list[str] = []
    """Proofs of the record changes that this call made."""

    @property
    def records(self) -> RecordStore:
        """The records that changed in this attempt, for reading."""
        return RecordStore(self.files.root)

    def change_records(self, changed: Mapping[tuple[str, str], dict[str, Any] | None]) -> None:
        """Change records together: table and key → the whole record from now on; None deletes it."""
        self.update_records(lambda _: changed)

    def update_records(self, decide: Callable[[int], Mapping[tuple[str, str], dict[str, Any] | None]]) -> int:
        """Change records by what they are now, while no other call changes them.

        `decide` reads through `records` and returns the changes by the number of the call, which new keys
        can be made from. It raises to change nothing. Returns the number.
        """
        if self.read_only or self.call is None:
            raise RuntimeError("a tool that changes records must be declared with read_only=False")
        try:
            receipt = self.records.update(self.call, decide)
        except RecordsFull as full:
            raise ToolFailure(full.message, "invalid_arguments") from None
        if receipt.number:
            self.receipts.append(str(receipt))
        return receipt.number


class ToolDefinition(msgspec.Struct, frozen=True):
    name: str
    description: str
    parameters: type[msgspec.Struct]
    handler: Callable[..., Answer]
    needs_context: bool
    read_only: bool
    perception: bool = False
    """Whether the tool reads pictures: OCR, a detector, a code scanner."""
    interactive: bool = False
    """Whether it may ask the user or report progress."""
    long_running: bool = False
    """Whether a client that can wait gets a task instead of the result. It is interactive as well."""

    @property
    def is_interactive(self) -> bool:
        return self.interactive or self.long_running

    @property
    def input_schema(self) -> dict[str, Any]:
        (_,), components = msgspec.json.schema_components([self.parameters], ref_template="#/$defs/{name}")
        schema: dict[str, Any] = components.pop(self.parameters.__name__)
        schema.pop("title", None)
        return schema | ({"$defs": components} if components else {})


class Server:
    """A set of tools.

    `proof` is a call that shows that the server works. `strict` refuses unknown arguments, which are
    otherwise ignored. A server without `uses_world` works on the files of the task alone.
    """

    def __init__(
        self,
        name: str,
        purpose: str,
        *,
        sources: tuple[str, ...],
        proof: Proof | None = None,
        strict: bool = False,
        uses_world: bool = True,
    ) -> None:
        unknown = [source for source in sources if source not in known_sources()]
        if unknown or not sources:
            raise ValueError(f"server {name}: unknown sources {unknown}; see m3bench.worlds.known_sources()")
        self.name = name
        self.purpose = purpose
        self.sources = sources
        self.proof = proof
        self.strict = strict
        self.uses_world = uses_world
        self.tools: dict[str, ToolDefinition] = {}
        self.resources: list[ResourceDefinition] = []
        self.prompts: dict[str, PromptDefinition] = {}
        self.completions: dict[tuple[str, str], Callable[[ToolContext[Any]], Iterable[str]]] = {}
        """Values of arguments, by the name of the prompt or the URI template, and that of the argument."""

    @overload
    def tool(self, handler: Handler) -> Handler: ...
    @overload
    def tool(
        self,
        *,
        name: str | None = None,
        read_only: bool = True,
        perception: bool = False,
        interactive: bool = False,
        long_running: bool = False,
    ) -> Callable[[Handler], Handler]: ...
    def tool(
        self,
        handler: Handler | None = None,
        *,
        name: str | None = None,
        read_only: bool = True,
        perception: bool = False,
        interactive: bool = False,
        long_running: bool = False,
    ) -> Handler | Callable[[Handler], Handler]:
        """Register a function as a tool.

        The parameters, with their types, defaults and `about`, become the schema of the tool; the docstring
        becomes the description that a model reads. A parameter named `context` receives the `ToolContext`.
        A tool that calls `elicit`, `confirm` or `report_progress` must be `interactive`, or `long_running` if
        it may take seconds.
        """
        flags = {
            "read_only": read_only,
            "perception": perception,
            "interactive": interactive,
            "long_running": long_running,
        }
        if handler is None:
            return lambda function: self._added(function, name, flags)
        return self._added(handler, name, flags)

    def resource(
        self,
        uri: str,
        *,
        name: str,
        media_type: str = "text/plain",
        entries: Callable[..., Iterable[ResourceEntry]] | None = None,
    ) -> Callable[[Reader], Reader]:
        """Register a function that reads resources. It gets the context and the variables of the URI.

        Args:
            uri: A URI, or a template such as `kb://articles/{article_id}`.
            name: A short name.
            media_type: Of what the function returns.
            entries: Lists the resources of a template. Gets the context.
        """

        def register(read: Reader) -> Reader:
            about = inspect.cleandoc(read.__doc__ or "")
            self.resources.append(ResourceDefinition(uri, name, about, media_type, read, entries))
            return read

        return register

    def prompt(self, **about: str) -> Callable[[Reader], Reader]:
        """Register a function as a prompt, with descriptions of its parameters, which are texts."""

        def register(write: Reader) -> Reader:
            definition = prompt_definition(write, about)
            self.prompts[definition.name] = definition
            return write

        return register

    def _added(self, handler: Handler, name: str | None, flags: dict[str, bool]) -> Handler:
        title = name or handler.__name__
        self.tools[title] = ToolDefinition(
            name=title,
            description=inspect.cleandoc(handler.__doc__ or ""),
            parameters=_parameters(handler, forbid_unknown=self.strict),
            handler=handler,
            needs_context="context" in inspect.signature(handler).parameters,
            **flags,
        )
        return handler

    def call(self, context: ToolContext[World], tool: str, arguments: dict[str, Any]) -> Answer:
        """Run a tool. Raises `ToolFailure` for errors that the caller can correct."""
        definition = self.tools.get(tool)
        if definition is None:
            known = ", ".join(self.tools)
            raise ToolFailure(f"Unknown tool '{tool}'. {self.name} has: {known}.", "invalid_arguments")
        clean = value_without_surrogates(arguments)
        given = msgspec.structs.asdict(_read(clean, definition.parameters))
        context = ToolContext(
            context.world, context.files.for_call(), CallInfo(self.name, tool, clean), definition.read_only
        )
        answer = (
            definition.handler(context, **given) if definition.needs_context else definition.handler(**given)
        )
        wrote, removed = context.files.changed()
        return msgspec.structs.replace(
            answer,
            sources=answer.sources or self.sources,
            wrote=wrote,
            removed=removed,
            receipts=tuple(context.receipts),
        )


def _parameters(handler: Callable[..., Answer], *, forbid_unknown: bool) -> type[msgspec.Struct]:
    hints = get_type_hints(handler, include_extras=True)
    fields: list[Any] = []
    for parameter in inspect.signature(handler).parameters.values():
        if parameter.name == "context":
            continue
        kind = hints[parameter.name]
        bare = parameter.default is inspect.Parameter.empty
        fields.append((parameter.name, kind) if bare else (parameter.name, kind, parameter.default))
    return msgspec.defstruct(
        handler.__name__, fields, kw_only=True, frozen=True, forbid_unknown_fields=forbid_unknown
    )


def _read(arguments: dict[str, Any], parameters: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.convert(arguments, parameters)
    except msgspec.ValidationError as problem:
        whole = _whole_numbers(arguments)
        try:
            return msgspec.convert(whole, parameters)
        except msgspec.ValidationError:
            raise ToolFailure(f"Invalid arguments: {problem}", "invalid_arguments") from None


def _whole_numbers(value: Any) -> Any:
    """Convert floats such as 3.0 to integers: JSON has one number type."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_whole_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: _whole_numbers(item) for key, item in value.items()}
    return value
