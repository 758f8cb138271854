"""The server that the conformance suite of MCP expects, built with the kit of the bundled servers.

`python -m tests.conformance.everything [--http PORT]`
"""

from __future__ import annotations

import argparse
import base64
import json
import wave
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import anyio
import msgspec

from m3bench.servers import Answer, Attachment, Files, Picture, Server, ToolFailure
from m3bench.servers.kit import Elicited, ToolDefinition, about, elicit, report_progress
from m3bench.servers.sdk import serve, serve_over_http
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
)
DRAFT = "https://json-schema.org/draft/2020-12/schema"
PICTURE = Picture(PNG)
FILE = Attachment(b"A file for tests.", "text/plain", "example.txt")

server = Server(
    "everything", "Everything that the conformance suite asks for.", sources=("arithmetic",), strict=True
)


def sound() -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(8_000)
        written.writeframes(bytes(160))
    return file.getvalue()


@server.tool
def test_simple_text() -> Answer:
    """Return a text."""
    return Answer("This is a simple text response for testing.")


@server.tool
def test_image_content() -> Answer:
    """Return a picture."""
    return Answer("A picture:", pictures=(PICTURE,))


@server.tool
def test_audio_content() -> Answer:
    """Return a sound."""
    return Answer("A sound:", attachments=(Attachment(sound(), "audio/wav", "example.wav"),))


@server.tool
def test_embedded_resource() -> Answer:
    """Return a file."""
    return Answer("A file:", attachments=(FILE,))


@server.tool
def test_multiple_content_types() -> Answer:
    """Return a text, a picture and a file."""
    return Answer("Several:", pictures=(PICTURE,), attachments=(FILE,))


@server.tool
def test_error_handling() -> Answer:
    """Fail."""
    raise ToolFailure("This tool intentionally returns an error for testing", "invalid_arguments")


@server.tool(long_running=True)
def test_tool_with_progress() -> Answer:
    """Report progress three times."""
    for step in (0, 50, 100):
        report_progress(step, 100, f"Completed step {step} of 100")
    return Answer("done")


def asked(message: str, **properties: Any) -> Answer:
    answer = elicit(message, {"type": "object", "properties": properties})
    if answer is None:
        return Answer("Nobody can be asked.")
    return Answer(f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}")


@server.tool(interactive=True)
def test_elicitation(message: Annotated[str, about("What to ask.")]) -> Answer:
    """Ask for a name and an address."""
    return asked(message, username={"type": "string"}, email={"type": "string"})


@server.tool(interactive=True)
def test_elicitation_sep1034_defaults() -> Answer:
    """Ask with defaults."""
    return asked(
        "Please check the defaults.",
        name={"type": "string", "default": "John Doe"},
        age={"type": "integer", "default": 30},
        score={"type": "number", "default": 95.5},
        status={"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        verified={"type": "boolean", "default": True},
    )


def titled(*titles: str) -> list[dict[str, str]]:
    return [{"const": f"value{number}", "title": title} for number, title in enumerate(titles, 1)]


@server.tool(interactive=True)
def test_elicitation_sep1330_enums() -> Answer:
    """Ask with choices of all kinds."""
    plain = ["option1", "option2", "option3"]
    names = ["Option One", "Option Two", "Option Three"]
    return asked(
        "Please choose.",
        untitledSingle={"type": "string", "enum": plain},
        titledSingle={"type": "string", "oneOf": titled("First Option", "Second Option", "Third Option")},
        legacyEnum={"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        untitledMulti={"type": "array", "items": {"type": "string", "enum": plain}},
        titledMulti={
            "type": "array",
            "items": {"anyOf": titled("First Choice", "Second Choice", "Third Choice")},
        },
    )


def named(key: str, message: str, **properties: Any) -> Elicited | None:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return elicit(message, schema, key=key)


@server.tool(interactive=True)
def test_input_required_result_elicitation() -> Answer:
    """Ask for a name."""
    answer = named("user_name", "What is your name?", name={"type": "string"})
    return Answer(f"Hello, {answer.content.get('name') if answer else 'stranger'}!")


@server.tool(interactive=True)
def test_streaming_elicitation() -> Answer:
    """Ask for a name."""
    return test_input_required_result_elicitation()


@server.tool(interactive=True)
def test_input_required_result_request_state() -> Answer:
    """Ask for a confirmation."""
    named("confirm", "Please confirm", ok={"type": "boolean"})
    return Answer("state-ok")


@server.tool(interactive=True)
def test_input_required_result_tampered_state() -> Answer:
    """Ask for a confirmation."""
    return test_input_required_result_request_state()


@server.tool(interactive=True)
def test_input_required_result_multi_round() -> Answer:
    """Ask twice."""
    name = named("step1", "Step 1: What is your name?", name={"type": "string"})
    colour = named("step2", "Step 2: What is your favorite color?", color={"type": "string"})
    return Answer({"answers": [each.content for each in (name, colour) if each]})


@server.tool
def test_logging_tool() -> Answer:
    """Log nothing: the kit sends no log messages."""
    return Answer("done")


class address(msgspec.Struct):  # noqa: N801 - the suite wants this name in the schema
    street: str = ""
    city: str = ""


@server.tool
def json_schema_2020_12_tool(name: str = "", address: address | None = None) -> Answer:
    """Tool with JSON Schema 2020-12 features."""
    return Answer({"name": name, "city": address.city if address else ""})


class DialectTool(ToolDefinition, frozen=True):
    """A tool whose schema names its dialect, as those of the bundled servers do not."""

    @property
    def input_schema(self) -> dict[str, Any]:
        return {"$schema": DRAFT, **super().input_schema}


_plain = server.tools["json_schema_2020_12_tool"]
server.tools["json_schema_2020_12_tool"] = DialectTool(**msgspec.structs.asdict(_plain))


@server.resource("test://static-text", name="text")
def static_text(_: ToolContext) -> str:
    """A text."""
    return "This is the content of the static text resource."


@server.resource("test://static-binary", name="picture", media_type="image/png")
def static_binary(_: ToolContext) -> bytes:
    """A picture."""
    return PNG


@server.resource("test://template/{id}/data", name="data", media_type="application/json")
def template_data(_: ToolContext, id: str) -> str:  # noqa: A002 - the suite names the variable
    """Data of an id."""
    return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


@server.prompt()
def test_simple_prompt() -> str:
    """A prompt without arguments."""
    return "This is a simple prompt for testing."


@server.prompt(arg1="First test argument", arg2="Second test argument")
def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    """A prompt with arguments."""
    return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"


@server.prompt(resourceUri="URI of the resource to embed")
def test_prompt_with_embedded_resource(resourceUri: str) -> list[Any]:  # noqa: N803 - the suite's name
    """A prompt with a file."""
    return [FILE, f"Please process the file above, which stands for {resourceUri}."]


@server.prompt()
def test_prompt_with_image() -> list[Any]:
    """A prompt with a picture."""
    return [PICTURE, "Please analyze the image above."]


@server.prompt()
def test_input_required_result_prompt() -> str:
    """A prompt that asks."""
    answer = named("user_context", "What context should the prompt use?", context={"type": "string"})
    return f"Use this context: {answer.content.get('context') if answer else 'none'}"


server.completions["test_prompt_with_arguments", "arg1"] = lambda _: ["testValue1", "testValue2"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--http", type=int)
    port = parser.parse_args().http
    context = ToolContext(World(), Files(Path.cwd()))
    if port is None:
        anyio.run(serve, server, context, "1")
    else:
        anyio.run(serve_over_http, server, context, "1", port)


if __name__ == "__main__":
    main()
