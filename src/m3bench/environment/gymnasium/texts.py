"""Translate between the texts of Gymnasium's spaces and messages."""

from __future__ import annotations

import base64
import binascii
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from PIL import Image

from m3bench.core.text import shorten_middle
from m3bench.environment.gymnasium.spaces import LONGEST_SIDE, Pixels
from m3bench.environment.observations import Observation

_DATA = "data:image/"


def read_text_action(action: Any) -> Any:
    """Return the message or answer that a text writes as JSON. Everything else stays as it is."""
    if not isinstance(action, str) or not action.lstrip().startswith("{"):
        return action
    try:
        value = json.loads(action)
    except (ValueError, RecursionError):
        return action
    return value if _is_message(value) else action


def _is_message(value: Any) -> bool:
    """Return whether an object is marked as a message or an answer: a filled-in form is a text."""
    if not isinstance(value, dict):
        return False
    return value.get("role") == "assistant" or "tool_calls" in value or {"answer", "fields"} <= value.keys()


def observed(observation: Observation) -> dict[str, Any]:
    """Return an observation of the observation space."""
    pictures: list[Pixels] = []
    messages = [_without_pictures(message, pictures) for message in observation.messages]
    return {"messages": _json(messages), "tools": _json(list(observation.tools)), "pictures": tuple(pictures)}


def transcript(observation: Observation) -> str:
    """Return the messages as a person reads them."""
    return "\n\n".join(f"[{message['role']}]\n{_plain(message)}" for message in observation.messages)


def action_text(action: Any) -> str:
    """Return an action as a person reads it."""
    return shorten_middle(action if isinstance(action, str) else repr(action))


def _plain(message: Mapping[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(part.get("text", f"({part['type']})") for part in content)


def _without_pictures(message: Mapping[str, Any], pictures: list[Pixels]) -> dict[str, Any]:
    content = message["content"]
    if isinstance(content, str):
        return dict(message)
    return {**message, "content": list(_parts(content, pictures))}


def _parts(content: list[dict[str, Any]], pictures: list[Pixels]) -> Iterator[dict[str, Any]]:
    for part in content:
        url = part["image_url"]["url"] if part["type"] == "image_url" else ""
        pixels = _pixels(url)
        if pixels is None:
            yield part
        else:
            yield {"type": "image_url", "image_url": {"url": f"picture:{len(pictures)}"}}
            pictures.append(pixels)


def _pixels(url: str) -> Pixels | None:
    """Return the picture in a URL; None if there is none, or none that can be shown."""
    if not url.startswith(_DATA):
        return None
    try:
        data = base64.b64decode(url.partition(",")[2], validate=True)
        with Image.open(io.BytesIO(data)) as picture:
            if max(picture.size) > LONGEST_SIDE:
                return None
            return np.array(picture.convert("RGB"))
    except (binascii.Error, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)
