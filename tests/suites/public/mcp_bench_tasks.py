"""Tasks in MCP-Bench's format for bundled servers, and one whose server does not exist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ONE = {
    "server_name": "math",
    "tasks": [
        {
            "task_id": "sum_000",
            "task_description": "Add 2 and 3 with math:sum, then multiply the sum by 7.",
            "fuzzy_description": "I bought 2 pens and 3 pads a day for a week. How many things is that?",
            "dependency_analysis": "The product needs the sum first.",
            "distraction_servers": ["weather", "nasa-mcp", "Bibliomantic"],
        }
    ],
    "servers": ["math"],
    "combination_name": "Single server: math",
    "combination_type": "single_server",
}
WIKI = {
    "server_name": "wiki",
    "tasks": [
        {
            "task_id": "article_000",
            "task_description": "Summarize the article Apple, then the article Pear.",
            "fuzzy_description": "Which of the two fruits in my basket has more to say for itself?",
            "dependency_analysis": "Both articles are independent of each other.",
            "distraction_servers": ["tmdb"],
        }
    ],
    "servers": ["wiki"],
}
NOWHERE = {
    "server_name": "Nowhere",
    "tasks": [{"task_id": "nowhere_000", "task_description": "Go there.", "fuzzy_description": "Go."}],
    "servers": ["Nowhere"],
}
TWO = {
    "server_name": "weather+math",
    "tasks": [
        {
            "task_id": "warmth_000",
            "task_description": "Get the weather of Oslo and of Rome, then subtract the temperatures.",
            "fuzzy_description": "How many degrees do I gain by flying from Oslo to Rome?",
            "dependency_analysis": "Two parallel calls, then one that needs both.",
            "distraction_servers": [],
        }
    ],
    "servers": ["weather", "math"],
    "combination_name": "Packing",
    "combination_type": "two_server_combinations",
}
SERVERS_FILE: dict[str, Any] = {"math": {"tools": []}}


def document(*groups: dict[str, Any]) -> dict[str, Any]:
    """A file of tasks."""
    total = sum(len(group["tasks"]) for group in groups)
    return {"generation_info": {"status": "completed"}, "server_tasks": list(groups), "total_tasks": total}


def write_tasks(folder: Path, **files: Any) -> Path:
    """Write files of tasks, and of something else, as they lie beside each other."""
    files = files or {"multi": document(TWO), "single": document(ONE, WIKI, NOWHERE), "tools": SERVERS_FILE}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    return folder
