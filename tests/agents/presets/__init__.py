"""Presets of agents that people use."""
