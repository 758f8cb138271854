"""A shop's database, and the jobs on it."""
