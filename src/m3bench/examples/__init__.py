"""A small example that ships with the package: five tasks, and an agent that was not quite up to them."""

from importlib.resources import as_file, files
from pathlib import Path

__all__ = ["example_files"]


def example_files() -> tuple[Path, Path]:
    """The references and the predictions of the example."""
    folder = files(__name__)
    with (
        as_file(folder / "references.json") as references,
        as_file(folder / "predictions.json") as predictions,
    ):
        return references, predictions
