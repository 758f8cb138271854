"""A server that leaks its secrets in results, errors, pictures, files and its log.

Without the SDK, whose import would take most of the time of the test: ten processes run this.
"""

from __future__ import annotations

import base64
import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

TOOLS: dict[str, Callable[..., Any]] = {}
Result = dict[str, Any]


def tool(function: Callable[..., Any]) -> Callable[..., Any]:
    TOOLS[function.__name__] = function
    return function


def secrets() -> list[str]:
    named = [os.environ[name] for name in ("LEAKY_TOKEN", "LEAKY_LITERAL_KEY", "LEAKY_PEM_KEY")]
    return [*named, sys.argv[2]]


def spelled(how: str, secret: str) -> str:
    data = secret.encode()
    match how:
        case "hex":
            return data.hex()
        case "HEX":
            return data.hex().upper()
        case "base64":
            return " ".join(base64.b64encode(b"?" * before + data + b"!").decode() for before in range(3))
        case "urlsafe":
            return " ".join(base64.urlsafe_b64encode(b"?" * before + data).decode() for before in range(3))
        case "split":
            return f"{secret} {secret}{secret}"
    return secret


@tool
def tell(how: str = "plain") -> str:
    """Tell everything."""
    return "\n".join(spelled(how, secret) for secret in secrets())


@tool
def structured(how: str = "plain") -> dict[str, Any]:
    """Tell everything in keys and values."""
    return {spelled(how, secret): {"deep": [spelled(how, secret)]} for secret in secrets()}


@tool
def fail(how: str = "plain") -> str:
    """Tell everything in an error."""
    raise ValueError(f"cannot log in with {tell(how)}")


@tool
def picture() -> Result:
    """Tell everything in the comment of a picture."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    for number, secret in enumerate(secrets()):
        info.add_text(f"Comment{number}", secret)
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(buffer, "PNG", pnginfo=info)
    return image(buffer.getvalue(), "image/png")


@tool
def photo() -> Result:
    """Tell everything in the EXIF data of a photo."""
    from PIL import Image

    exif = Image.Exif()
    exif[0x010E] = " ".join(secrets())  # ImageDescription
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "blue").save(buffer, "JPEG", exif=exif)
    return image(buffer.getvalue(), "image/jpeg")


@tool
def long() -> str:
    """Tell everything in a result that is too long for the agent, and is kept as a whole."""
    return ("." * 50_000).join(secrets()) + "." * 400_000


@tool
def keep(folder: str) -> str:
    """Write everything into the workspace."""
    Path(folder, "dump.txt").write_text(tell())
    Path(folder, "dump.bin").write_bytes(b"\0\x01" + tell().encode() + b"\0")
    return "kept"


def image(data: bytes, kind: str) -> Result:
    encoded = base64.b64encode(data).decode()
    return {"content": [{"type": "image", "data": encoded, "mimeType": kind}]}


def text(words: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": words}]


def called(name: str, arguments: dict[str, Any]) -> Result:
    """The result of a call, in the form that the SDK gives it."""
    try:
        made = TOOLS[name](**arguments)
    except ValueError as error:
        return {"content": text(f"Error executing tool {name}: {error}"), "isError": True}
    if isinstance(made, str):
        return {"content": text(made), "structuredContent": {"result": made}, "isError": False}
    if "content" in made:
        return {**made, "isError": False}
    return {"content": text(json.dumps(made, indent=2)), "structuredContent": made, "isError": False}


def described(function: Callable[..., Any]) -> dict[str, Any]:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    return {"name": function.__name__, "description": function.__doc__, "inputSchema": schema}


def answer(method: str, given: dict[str, Any]) -> Result:
    match method:
        case "initialize":
            about = {"serverInfo": {"name": "leaky", "version": "1"}, "capabilities": {"tools": {}}}
            return {"protocolVersion": given["protocolVersion"], **about}
        case "tools/list":
            return {"tools": [described(each) for each in TOOLS.values()]}
        case "tools/call":
            return called(given["name"], given.get("arguments") or {})
    return {}


def main() -> None:
    for byte in "\n".join(secrets()).encode():
        os.write(2, bytes([byte]))
    os.write(2, b"\n")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            result = answer(request["method"], request.get("params") or {})
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
