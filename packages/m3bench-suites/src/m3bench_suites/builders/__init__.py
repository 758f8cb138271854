"""What makes the tasks of the suites. Only building, verifying and forging import it."""
