"""What the servers of office files share: guarded reading, reproducible writing, and argument checks."""

from m3bench.servers.tobench.office.arguments import (
    check_cells,
    check_colour,
    check_number,
    check_suffix,
    check_words,
)
from m3bench.servers.tobench.office.packages import guarded, read_package, shown_path
from m3bench.world.documents import repacked

__all__ = [
    "check_cells",
    "check_colour",
    "check_number",
    "check_suffix",
    "check_words",
    "guarded",
    "read_package",
    "repacked",
    "shown_path",
]
