"""Local web pages: who may ask for them, and serving them on a port of this machine."""
