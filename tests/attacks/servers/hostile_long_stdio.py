"""The hostile server over stdio, with messages of tens of megabytes."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # it is started by its path

from tests.attacks.servers import hostile_stdio, long_messages

if __name__ == "__main__":
    hostile_stdio.ATTACKS.update(long_messages.ALL)
    hostile_stdio.main()
