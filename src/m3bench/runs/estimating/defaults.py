"""What estimates assume, in tokens, where nothing is known."""

PROMPT = 400
"""Instructions of an agent."""
REPLY = 150
RESULT = 300
"""Result of a call."""
PICTURE = 1_000
STEPS = 6
"""Requests of a task without a reference."""
WITHOUT_TOOLS = 2_000
"""Tools of servers whose list is not known."""
