"""Local web apps: the run viewer and the reference audit."""
