"""Families about databases, tables, documents, slides and notes, on third-party servers."""

from __future__ import annotations

FAMILIES: dict[str, int] = {
    "order_database": 10,
    "delivery_tables": 8,
    "expense_sheets": 8,
    "office_documents": 8,
    "team_memory": 8,
    "slide_decks": 6,
    "pdf_papers": 7,
    "company_reports": 5,
}
"""Names of the families, which are those of their modules, in order, and their number of tasks."""

THIRD_PARTY: tuple[str, ...] = (
    "mcp-alchemy",
    "mcp-server-duckdb",
    "excel",
    "ppt",
    "office-word-mcp-server",
    "pdf-agent-mcp",
    "npm-itseasy21__mcp-knowledge-graph",
)
"""Servers of the catalog that they need."""
