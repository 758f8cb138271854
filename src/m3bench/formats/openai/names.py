"""Tool names: ``server/tool`` in m3bench, ``server__tool`` in chat APIs, which allow no slash."""

from __future__ import annotations

_SLASH, _ALIAS = "/", "__"


def name_from(alias: str) -> str:
    return alias if _SLASH in alias else alias.replace(_ALIAS, _SLASH, 1)


def name_to(name: str) -> str:
    return name.replace(_SLASH, _ALIAS)
