"""Test MCP servers: lint their tools, call them, forge tasks, run an agent, and compare versions."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.server_tests.junit import is_passed, junit_xml
    from m3bench.server_tests.lint import RULES, Rule, lint_tools
    from m3bench.server_tests.page import server_test_page
    from m3bench.server_tests.records import (
        AgentTest,
        BadCall,
        Change,
        Confusion,
        Finding,
        Mistake,
        ProofCall,
        ProofOutcome,
        ServerTest,
        Severity,
        ToolCost,
        VersionTest,
    )
    from m3bench.server_tests.settings import DEFAULT_AGENT, DEFAULT_TASKS, ServerTestSettings
    from m3bench.server_tests.summary import server_test_json
    from m3bench.server_tests.terminal import print_server_test
    from m3bench.server_tests.testing import run_server_test
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "DEFAULT_AGENT",
    "DEFAULT_TASKS",
    "RULES",
    "AgentTest",
    "BadCall",
    "Change",
    "Confusion",
    "Finding",
    "Mistake",
    "ProofCall",
    "ProofOutcome",
    "Rule",
    "ServerTest",
    "ServerTestSettings",
    "Severity",
    "ToolCost",
    "VersionTest",
    "is_passed",
    "junit_xml",
    "lint_tools",
    "print_server_test",
    "run_server_test",
    "server_test_json",
    "server_test_page",
]
