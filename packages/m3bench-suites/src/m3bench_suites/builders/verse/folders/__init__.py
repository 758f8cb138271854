"""Families about files, text, JSON, archives and Git repositories, on third-party servers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "text_edits": 7,
    "file_sorting": 7,
    "command_line": 6,
    "archives": 6,
    "log_searches": 7,
    "repository_history": 6,
    "repository_changes": 8,
    "json_files": 6,
    "address_plans": 5,
    "collection_files": 4,
}
"""Names of the families, which are those of their modules, in order, and their number of tasks."""

THIRD_PARTY: tuple[str, ...] = (
    "mcp-filesystem",
    "mcp-text-editor",
    "npm-mcp-server-commands",
    "mcp-shell-server",
    "mcp-server-git",
    "npm-cyanheads__git-mcp-server",
    "npm-mcp-json",
    "mcpzoo-hash",
    "mcpzoo-json-diff",
    "mcpzoo-md-table",
    "subnet-calculator-mcp",
)
"""Servers of the catalog that they need."""
