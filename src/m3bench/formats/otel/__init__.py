"""OpenTelemetry spans of the generative AI and MCP conventions, as lines of OTLP JSON.

A line is one export request, here one attempt. Nothing is sent over the network.
"""

from m3bench.formats.otel import reader, writer

__all__ = ["reader", "writer"]
