"""Commands that create tasks and references."""

__all__ = ["audit", "forge"]
