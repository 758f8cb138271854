"""Commands that run agents and serve tools."""

__all__ = ["agents", "demo", "gateway", "replay", "run", "runs", "soak"]
