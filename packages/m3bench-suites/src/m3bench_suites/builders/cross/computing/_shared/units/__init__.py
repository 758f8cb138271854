"""Makers of tasks on amounts in many units."""
