"""Configurations of the library in one of its versions."""

from __future__ import annotations

import json
import sys
from pathlib import Path

LIBRARY = Path(__file__).with_name("servers") / "library.py"


def config(folder: Path, version: str, name: str = "library", *more: str, **fields: object) -> Path:
    """Write a client configuration with the library as its only server."""
    path = folder / f"{version}.json"
    entry = {"command": sys.executable, "args": [str(LIBRARY), version, *more], **fields}
    path.write_text(json.dumps({"mcpServers": {name: entry}}))
    return path
