"""Writing files so that nobody ever sees half of one."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from m3bench.core import FormatError


def write_atomically(path: Path, chunks: Iterable[bytes]) -> None:
    """Write beside the file, then put it in place in one go; a failure leaves what was there."""
    # A link stays a link: what it points to is replaced.
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.writelines(chunks)
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as error:
        problem = f"cannot be written: {error.strerror or type(error).__name__}"
        raise FormatError(problem, file=str(path)) from None
    finally:
        draft.unlink(missing_ok=True)
