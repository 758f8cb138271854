"""Commands about suites."""

__all__ = ["harbor", "suite"]
