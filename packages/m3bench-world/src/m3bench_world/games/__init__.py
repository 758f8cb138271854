"""Invented video games: prices, sales, players and give-aways by the clock."""

from m3bench_world.games.catalogue import Game, Store
from m3bench_world.games.games import Crowd, Games, GiveAway, Offer, Trend

__all__ = ["Crowd", "Game", "Games", "GiveAway", "Offer", "Store", "Trend"]
