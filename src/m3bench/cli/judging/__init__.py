"""Commands that judge runs and measure judges."""

__all__ = ["agreement", "calibrate", "commands"]
