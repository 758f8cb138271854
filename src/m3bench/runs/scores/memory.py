"""How large a run may be to be kept in memory."""

MOST_KEPT = 2_000
"""The planned attempts of a run that is kept in memory as a whole."""
