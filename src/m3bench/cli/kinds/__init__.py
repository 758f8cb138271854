"""`m3bench list`, `install` and `remove`: one command for all kinds of things."""

from m3bench.cli.kinds.commands import install, list_kind, remove
from m3bench.cli.kinds.table import LISTED, InstallRequest, ListRequest

__all__ = ["LISTED", "InstallRequest", "ListRequest", "install", "list_kind", "remove"]
