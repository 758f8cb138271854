"""OpenTelemetry spans of the generative AI and MCP conventions, as OTLP JSON."""

from m3bench.formats.otel import otlp

__all__ = [
    "otlp",
]
