"""What the servers of office files share: guarded reading, reproducible writing, and argument checks."""

from m3bench_world.documents import repacked
from m3bench_world.servers.tobench.office.office import (
    check_cells,
    check_colour,
    check_number,
    check_suffix,
    check_words,
    guarded,
    read_package,
    shown_path,
)

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
