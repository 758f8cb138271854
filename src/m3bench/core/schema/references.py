"""Targets of the references inside a JSON Schema. References to other documents have none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

_LONGEST_REFERENCE = 2_000
_KEYWORDS = ("$ref", "$dynamicRef")
_MARKS = frozenset({"$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"})
_NAMED_ANCHORS = ("$anchor", "$dynamicAnchor")


_NESTED = (dict, list)


class References:
    """The resources and anchors of one schema document, and the base URI of each of its objects."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self._resources: dict[str, Any] = {"": document}
        self._anchors: dict[str, Any] = {}
        self._dynamic: dict[str, list[Any]] = {}
        self._bases: dict[int, str] = {}
        for node, base in _objects(document):
            self._register(node, base)

    def targets(self, node: dict[str, Any]) -> Iterator[Any]:
        """Yield all possible targets of `$ref`, `$dynamicRef` and `$recursiveRef` of an object."""
        base = self._bases.get(id(node), "")
        for keyword in _KEYWORDS:
            reference = node.get(keyword)
            if isinstance(reference, str) and len(reference) <= _LONGEST_REFERENCE:
                yield from self._target(base, reference)
                if keyword == "$dynamicRef":
                    yield from self._dynamic.get(reference.rpartition("#")[2], ())
        if "$recursiveRef" in node:
            yield self._document
            yield from self._dynamic.get("$recursiveAnchor", ())

    def _register(self, node: dict[str, Any], base: str) -> None:
        if base:
            self._bases[id(node)] = base
        if _MARKS.isdisjoint(node):
            return
        for keyword in ("$id", "id"):
            if isinstance(node.get(keyword), str):
                self._resources.setdefault(urldefrag(base)[0], node)
                self._anchors.setdefault(_join(base, node[keyword]), node)
        for keyword in _NAMED_ANCHORS:
            if isinstance(node.get(keyword), str):
                self._anchors.setdefault(_join(base, f"#{node[keyword]}"), node)
        if isinstance(name := node.get("$dynamicAnchor"), str):
            self._dynamic.setdefault(name, []).append(node)
        if node.get("$recursiveAnchor") is True:
            self._dynamic.setdefault("$recursiveAnchor", []).append(node)

    def _target(self, base: str, reference: str) -> Iterator[Any]:
        address = _join(base, reference)
        if address in self._anchors:
            yield self._anchors[address]
            return
        resource, _, fragment = address.partition("#")
        roots = [self._resources[resource]] if resource in self._resources else []
        # An uncertain base must not hide a target: the document itself is tried too.
        for root in [*roots, *([self._document] if fragment else [])]:
            target = _resolve_pointer(root, fragment)
            if target is not None:
                yield target
                return


def _objects(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield all objects of a document with their base URIs, without recursion."""
    stack: list[tuple[Any, str]] = [(document, "")]
    while stack:
        node, base = stack.pop()
        if isinstance(node, dict):
            if "$id" in node or "id" in node:
                own = node.get("$id", node.get("id"))
                base = _join(base, own) if isinstance(own, str) else base
            yield node, base
            stack += [(child, base) for child in node.values() if isinstance(child, _NESTED)]
        else:
            stack += [(child, base) for child in node if isinstance(child, _NESTED)]


def _join(base: str, reference: str) -> str:
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def _resolve_pointer(root: Any, pointer: str) -> Any:
    """Return the target of a JSON pointer, or None."""
    if not pointer:
        return root
    node = root
    for token in unquote(pointer).removeprefix("/").split("/"):
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict):
            node = node.get(key)
        elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
            node = node[int(key)]
        else:
            return None
    return node
