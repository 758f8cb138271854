"""The words of requests."""
