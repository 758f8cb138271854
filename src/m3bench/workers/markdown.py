"""Convert Markdown to HTML in a worker: some short texts take a parser very long."""

from __future__ import annotations

from typing import Final

from m3bench.workers.documents import DocumentError
from m3bench.workers.process import JobFailed, LimitExceeded, run_limited

SECONDS: Final = 4.0
_JOB = f"{__name__}:markdown_job"


def markdown_to_html(text: str) -> str:
    """Return HTML for CommonMark with tables and strikethrough. HTML in the text is escaped.

    Raises:
        DocumentError: It takes too long.
    """
    try:
        return run_limited(_JOB, text.encode("utf-8", "replace"), seconds=SECONDS).decode()
    except LimitExceeded as problem:
        raise DocumentError(f"cannot be converted: the worker process {problem}") from None
    except JobFailed as problem:
        raise DocumentError(f"cannot be converted: {problem}"[:200]) from None


def markdown_job(payload: bytes) -> bytes:
    """Convert, in a worker process."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - other jobs do not need it

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return str(parser.render(payload.decode())).encode()
