"""Kinds of scenes that are composed of photographs, one module each, as in `scenes.kinds`."""
