"""Lint of tools: what agents and clients stumble over, found without a call."""

from m3bench.server_tests.lint.descriptions import telling_words
from m3bench.server_tests.lint.lint import lint_tools, tool_costs
from m3bench.server_tests.lint.names import seems_to_write
from m3bench.server_tests.lint.rules import RULES, Rule, find

__all__ = ["RULES", "Rule", "find", "lint_tools", "seems_to_write", "telling_words", "tool_costs"]
