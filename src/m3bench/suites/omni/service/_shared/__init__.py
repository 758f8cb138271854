"""What slices of customer service share: callers, their records, and messages that they leave."""

from m3bench.suites.omni.service._shared.callers import Caller, draw_caller
from m3bench.suites.omni.service._shared.messages import spelled, voice_message

__all__ = ["Caller", "draw_caller", "spelled", "voice_message"]
