"""Policies of companies: articles by topic, in versions, with exact facts."""

from m3bench_world.handbook.articles import Article, Section, Version
from m3bench_world.handbook.handbook import Handbook, Hit

__all__ = ["Article", "Handbook", "Hit", "Section", "Version"]
