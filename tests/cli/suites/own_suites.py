"""What `docs/own-suites.md` shows."""

from __future__ import annotations

import re

from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "own-suites.md").read_text(encoding="utf-8")


def shown_server() -> str:
    (text,) = re.findall(r"^```python\n# server\.py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)
