"""What the tests of all wire formats say and ask."""

from __future__ import annotations

import base64
from typing import Any

from m3bench.core import Usage
from m3bench.models import Reply, ToolUse

# Bytes whose base64 differs between the two alphabets that are in use.
PICTURE = b"\x89PNG\r\n\x1a\n\xfb\xff\xfe"
OTHER_PICTURE = b"\xff\xd8\xff\xfb\xef\xbe"
ENCODED = base64.b64encode(PICTURE).decode()
OTHER_ENCODED = base64.b64encode(OTHER_PICTURE).decode()

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"place_name": {"type": "string"}}}
CALLS = (ToolUse("one", "weather", {"place_name": "Zürich"}), ToolUse("two", "clock", {"zone": 2}))
REPLY = Reply("Let me look.", CALLS, Usage(321, 12))
