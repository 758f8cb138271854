"""Commands that run agents and serve tools."""

__all__ = ["agents", "check", "demo", "gateway", "replay", "run", "runs", "soak"]
