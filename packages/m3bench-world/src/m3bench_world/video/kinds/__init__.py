"""Kinds of films, one module each: `compose(board)` plans a film."""
