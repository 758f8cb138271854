"""The wordings of requests, by family: plain ones, and fuzzy ones that leave more open."""
