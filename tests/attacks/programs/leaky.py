"""A server that leaks its secrets in results, errors, pictures, files and its log."""

from __future__ import annotations

import base64
import io
import os
import sys
from pathlib import Path
from typing import Any

from mcp.server import MCPServer
from mcp_types import ImageContent
from PIL import Image
from PIL.PngImagePlugin import PngInfo

server = MCPServer("leaky")


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


@server.tool()
def tell(how: str = "plain") -> str:
    """Tell everything."""
    return "\n".join(spelled(how, secret) for secret in secrets())


@server.tool()
def structured(how: str = "plain") -> dict[str, Any]:
    """Tell everything in keys and values."""
    return {spelled(how, secret): {"deep": [spelled(how, secret)]} for secret in secrets()}


@server.tool()
def fail(how: str = "plain") -> str:
    """Tell everything in an error."""
    raise ValueError(f"cannot log in with {tell(how)}")


@server.tool()
def picture() -> ImageContent:
    """Tell everything in the comment of a picture."""
    info = PngInfo()
    for number, secret in enumerate(secrets()):
        info.add_text(f"Comment{number}", secret)
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(buffer, "PNG", pnginfo=info)
    return ImageContent(
        type="image", data=base64.b64encode(buffer.getvalue()).decode(), mime_type="image/png"
    )


@server.tool()
def photo() -> ImageContent:
    """Tell everything in the EXIF data of a photo."""
    exif = Image.Exif()
    exif[0x010E] = " ".join(secrets())  # ImageDescription
    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), "blue").save(buffer, "JPEG", exif=exif)
    return ImageContent(
        type="image", data=base64.b64encode(buffer.getvalue()).decode(), mime_type="image/jpeg"
    )


@server.tool()
def long() -> str:
    """Tell everything in a result that is too long for the agent, and is kept as a whole."""
    return ("." * 50_000).join(secrets()) + "." * 400_000


@server.tool()
def keep(folder: str) -> str:
    """Write everything into the workspace."""
    Path(folder, "dump.txt").write_text(tell())
    Path(folder, "dump.bin").write_bytes(b"\0\x01" + tell().encode() + b"\0")
    return "kept"


def main() -> None:
    for byte in "\n".join(secrets()).encode():
        os.write(2, bytes([byte]))
    os.write(2, b"\n")
    server.run()


if __name__ == "__main__":
    main()
