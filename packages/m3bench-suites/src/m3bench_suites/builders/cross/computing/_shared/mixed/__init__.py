"""Makers of tasks for several of the three servers."""
