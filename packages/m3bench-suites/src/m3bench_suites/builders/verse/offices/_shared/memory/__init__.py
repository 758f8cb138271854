"""A team's knowledge graph, and the jobs on it."""
