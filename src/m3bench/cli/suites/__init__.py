"""Commands about suites."""

__all__ = ["environment", "suite"]
