"""The cases of the family about changes of repositories."""

from m3bench_suites.builders.verse.folders._shared.changes.commits import hotfix, partial, port, release
from m3bench_suites.builders.verse.folders._shared.changes.releases import audit, pick, recovery, version

__all__ = ["audit", "hotfix", "partial", "pick", "port", "recovery", "release", "version"]
