"""The command line."""

from m3bench.cli.app import app, main

__all__ = ["app", "main"]
