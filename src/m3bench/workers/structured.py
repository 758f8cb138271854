"""Parse YAML, TOML and Markdown in a worker: there are short texts on which their parsers take hours."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

from m3bench.workers.documents import run_document_job

SECONDS = 10.0
_MARKDOWN_SECONDS = 4.0
MAX_NODES = 200_000
"""Values of a YAML text, each alias counted as what it stands for."""
_MAX_DEPTH = 100
_JOBS = {kind: f"{__name__}:{kind}_job" for kind in ("yaml", "toml")}
_MARKDOWN = f"{__name__}:markdown_job"
_TRUTH = re.compile(r"true|True|TRUE|false|False|FALSE")
_LEFT_OUT = ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")


def parse_structured(text: str, kind: str) -> Any:
    """Return the value in a text, as JSON has it: keys are texts, and so are dates.

    Args:
        text: The text.
        kind: `yaml` or `toml`. As in YAML 1.2, `no` is a text.

    Raises:
        DocumentError: The text is not valid, or takes too much time or memory.
    """

    def failed(error: str) -> str:
        return f"is not valid {kind.upper()}: {' '.join(error.split())[:160]}"

    payload = text.encode("utf-8", "surrogatepass")
    return json.loads(run_document_job(_JOBS[kind], payload, "read", seconds=SECONDS, failed=failed))


def markdown_to_html(text: str) -> str:
    """Return HTML for CommonMark with tables and strikethrough. HTML in the text is escaped.

    Raises:
        DocumentError: It takes too long.
    """

    def failed(error: str) -> str:
        return f"cannot be converted: {error}"[:200]

    payload, seconds = text.encode("utf-8", "replace"), _MARKDOWN_SECONDS
    return run_document_job(_MARKDOWN, payload, "converted", seconds=seconds, failed=failed).decode()


def toml_job(payload: bytes) -> bytes:
    """Parse TOML, in a worker process."""
    import tomllib  # noqa: PLC0415 - other jobs do not need it

    return json.dumps(_plain(tomllib.loads(payload.decode()), 0)).encode()


def yaml_job(payload: bytes) -> bytes:
    """Parse YAML, in a worker process."""
    import yaml  # noqa: PLC0415 - other jobs do not need it

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        yaml_implicit_resolvers = {  # noqa: RUF012 - of the base class
            first: [(tag, pattern) for tag, pattern in known if tag not in _LEFT_OUT]
            for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    Loader.add_implicit_resolver(_LEFT_OUT[0], _TRUTH, list("tTfF"))
    loader = Loader(payload.decode())
    node = loader.get_single_node()
    if node is None:
        return b"null"
    _count(node, {}, 0)
    return json.dumps(_plain(loader.construct_document(node), 0)).encode()


def markdown_job(payload: bytes) -> bytes:
    """Convert, in a worker process."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - other jobs do not need it

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return str(parser.render(payload.decode())).encode()


def _count(node: Any, sizes: dict[int, int], depth: int) -> int:
    """Return the number of values in a node. Raise `ValueError` for aliases that multiply without end."""
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    if id(node) not in sizes:
        sizes[id(node)] = MAX_NODES + 1  # until it is known, as it may contain itself
        parts = node.value if isinstance(node.value, list) else ()
        inner = (part for pair in parts for part in (pair if isinstance(pair, tuple) else (pair,)))
        sizes[id(node)] = 1 + sum(_count(part, sizes, depth + 1) for part in inner)
    if sizes[id(node)] > MAX_NODES:
        raise ValueError(f"more than {MAX_NODES:,} values, or one that contains itself")
    return sizes[id(node)]


def _plain(value: Any, depth: int) -> Any:
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        return {_key(key): _plain(part, depth + 1) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part, depth + 1) for part in value]
    is_plain = value is None or isinstance(value, bool | int | float | str)
    return value if is_plain else value.isoformat() if hasattr(value, "isoformat") else repr(value)


def _key(key: Any) -> str:
    if isinstance(key, datetime.date):
        return key.isoformat()
    return str(key).lower() if isinstance(key, bool) else "null" if key is None else str(key)
