"""Files to read: small ones made by a test, and the public data where it lies beside the repository."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Save: TypeAlias = Callable[[str, Any], Path]

_SHARED_DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Writes bytes or text as they are and anything else as JSON; gives the path."""

    def write(name: str, content: Any) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def shared_data() -> Path:
    if not _SHARED_DATA.is_dir():
        pytest.skip("the public data is not beside the repository (../shared/data)")
    return _SHARED_DATA
