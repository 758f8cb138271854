"""Documents of an office, and the jobs on them."""
