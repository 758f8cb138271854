"""Similarity of two calls: by their texts, or by their arguments field by field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from m3bench.core import (
    Call,
    Equivalence,
    EquivalentTool,
    Fact,
    Reference,
    Task,
    Trajectory,
    parsed_arguments,
)
from m3bench.encoders import Vectors
from m3bench.scoring.align import Bucket, Node, Similarities, similarities
from m3bench.scoring.arguments import (
    Field,
    FieldComparison,
    Side,
    explain_pair,
    read_fields,
    similarity_matrix,
    texts_for_encoder,
)
from m3bench.scoring.provenance import Searcher

Schemas = Mapping[str, Mapping[str, Any]]
"""The JSON schemas of arguments by full tool name, as far as known."""


class PairScores(Protocol):
    """Computes the similarity of the calls of a bucket."""

    def texts(self, bucket: Bucket) -> Iterator[str]:
        """Yield the texts whose vectors `matrix` needs."""

    def matrix(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
    ) -> Similarities:
        """Return the similarity of every pair, to six decimals."""

    def nearness(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
    ) -> Similarities:
        """Return the similarity of every pair, including forbidden ones."""

    def explain(
        self, row: Node, column: Node, vectors: Mapping[str, Vectors], /
    ) -> tuple[FieldComparison, ...]:
        """Compare the fields of two calls; empty if calls are not compared by fields."""

    def has_facts(self, row: Node, column: Node, /) -> bool:
        """Return whether the predicted call's result states every fact of the reference's call."""


class TextScores:
    """Cosine similarity of the texts of two calls, as in the paper."""

    def texts(self, bucket: Bucket) -> Iterator[str]:
        return bucket.texts()

    def matrix(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
    ) -> Similarities:
        return similarities(rows, columns, vectors)

    nearness = matrix

    def explain(
        self, _row: Node, _column: Node, _vectors: Mapping[str, Vectors], /
    ) -> tuple[FieldComparison, ...]:
        return ()

    def has_facts(self, _row: Node, _column: Node, /) -> bool:
        return False


class Equivalents:
    """Looks up equivalent tools."""

    def __init__(self, declared: Iterable[Equivalence] = ()) -> None:
        self._groups = tuple(declared)
        self._bucket = self._joined()
        self._pairs: dict[tuple[str, str], tuple[EquivalentTool, EquivalentTool] | None] = {}

    def bucket_of(self, tool: str) -> str:
        """Return a common name of all tools that may be compared with this one."""
        return self._bucket.get(tool, tool)

    def between(self, reference: str, prediction: str) -> tuple[EquivalentTool, EquivalentTool] | None:
        """Return how the arguments of two tools correspond, if the second can replace the first."""
        if (reference, prediction) not in self._pairs:
            self._pairs[reference, prediction] = self._find(reference, prediction)
        return self._pairs[reference, prediction]

    def _find(self, reference: str, prediction: str) -> tuple[EquivalentTool, EquivalentTool] | None:
        for group in self._groups:
            members = {member.tool: member for member in group.tools}
            # A tool is compared with itself by its own names, unless it has several for one thing.
            if reference == prediction and len(members) > 1:
                continue
            if reference in members and prediction in members and members[prediction].covers:
                return members[reference], members[prediction]
        return None

    def _joined(self) -> dict[str, str]:
        """Map tools that groups connect to the alphabetically first of them."""
        bucket: dict[str, str] = {}
        for group in self._groups:
            names = {member.tool for member in group.tools}
            linked = names | {tool for tool, head in bucket.items() if head in {bucket.get(n) for n in names}}
            bucket.update(dict.fromkeys(linked, min(linked)))
        return bucket


class FieldScores:
    """Similarity of arguments, field by field, of one prediction and one reference."""

    def __init__(
        self,
        task: Task,
        reference: Reference,
        prediction: Trajectory,
        schemas: Schemas,
        equivalents: Equivalents,
    ) -> None:
        self._task, self._reference, self._prediction = task, reference, prediction
        self._schemas, self._equivalents = schemas, equivalents
        self._results: dict[int, Searcher] = {}
        self._read_fields: dict[tuple[int, int, int | None], dict[str, Field]] = {}

    def texts(self, bucket: Bucket) -> Iterator[str]:
        for rows, columns in self._blocks(bucket.reference, bucket.prediction):
            yield from texts_for_encoder(*self._fields(rows, columns))

    def matrix(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
    ) -> Similarities:
        return self._matrix(rows, columns, vectors, forbid=True)

    def nearness(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
    ) -> Similarities:
        return self._matrix(rows, columns, vectors, forbid=False)

    def _matrix(
        self, rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors], *, forbid: bool
    ) -> Similarities:
        similarity = np.zeros((len(rows), len(columns)))
        row_of = {node.index: index for index, node in enumerate(rows)}
        column_of = {node.index: index for index, node in enumerate(columns)}
        for left, right in self._blocks(rows, columns):
            block = similarity_matrix(*self._fields(left, right), vectors, forbid=forbid)
            self._raise_by_facts(block, left, right)
            chosen = np.ix_([row_of[node.index] for node in left], [column_of[node.index] for node in right])
            similarity[chosen] = block
        return similarity

    def explain(self, row: Node, column: Node, vectors: Mapping[str, Vectors]) -> tuple[FieldComparison, ...]:
        for left, right in self._blocks([row], [column]):
            rows, columns = self._fields(left, right)
            return explain_pair(rows[0], columns[0], vectors)
        return ()

    def has_facts(self, row: Node, column: Node) -> bool:
        facts = self._facts.get(row.index, ())
        if not facts or column.call.result is None or column.call.result.is_error:
            return False
        if column.index not in self._results:
            self._results[column.index] = Searcher.of_result(column.call.result)
        result, given = self._results[column.index], _given(column.call)
        return all(_obtained(fact, result, given) for fact in facts)

    @cached_property
    def _facts(self) -> dict[int, list[Fact]]:
        """Facts by the first reference call whose result states them."""
        by_call: dict[int, list[Fact]] = defaultdict(list)
        for fact in self._reference.facts:
            if fact.call is not None:
                by_call[fact.call].append(fact)
        return by_call

    def _raise_by_facts(
        self, block: NDArray[np.float64], rows: Sequence[Node], columns: Sequence[Node]
    ) -> None:
        for index, row in enumerate(rows):
            if row.index not in self._facts:
                continue
            for other, column in enumerate(columns):
                if block[index, other] < 1 and self.has_facts(row, column):
                    block[index, other] = 1.0

    def _blocks(
        self, rows: Sequence[Node], columns: Sequence[Node]
    ) -> Iterator[tuple[list[Node], list[Node]]]:
        """Yield calls of pairs of comparable tools."""
        left, right = _by_name(rows), _by_name(columns)
        for one, ours in left.items():
            for other, theirs in right.items():
                if one == other or self._equivalents.between(one, other):
                    yield ours, theirs

    def _fields(
        self, rows: Sequence[Node], columns: Sequence[Node]
    ) -> tuple[list[dict[str, Field]], list[dict[str, Field]]]:
        names = rows[0].call.name, columns[0].call.name
        concepts = self._equivalents.between(*names)
        sides = []
        for index, nodes, name, side in zip((0, 1), (rows, columns), names, self._sides, strict=True):
            schema = self._schemas.get(name, {})
            renamed = concepts[index] if concepts else None
            sides.append([self._read(node, index, schema, side, renamed) for node in nodes])
        return sides[0], sides[1]

    def _read(
        self, node: Node, index: int, schema: Mapping[str, Any], side: Side, renamed: EquivalentTool | None
    ) -> dict[str, Field]:
        """Read the fields of a call once; both the texts to encode and the similarities need them."""
        key = (index, node.index, None if renamed is None else id(renamed))
        if key not in self._read_fields:
            self._read_fields[key] = read_fields(node.call, schema, side, renamed)
        return self._read_fields[key]

    @cached_property
    def _sides(self) -> tuple[Side, Side]:
        stated = [self._task.request, self._task.fuzzy_request, self._prediction.request]
        text = "\n".join(dict.fromkeys(filter(None, stated)))
        request = Searcher(text) if text else None
        return Side(self._reference.steps, request), Side(self._prediction.steps, request)


def _by_name(nodes: Sequence[Node]) -> dict[str, list[Node]]:
    by_name: dict[str, list[Node]] = defaultdict(list)
    for node in nodes:
        by_name[node.call.name].append(node)
    return by_name


def _obtained(fact: Fact, result: Searcher, given: Searcher) -> bool:
    """Return whether a result states a fact, in any spelling, that was not among the call's arguments."""
    spellings = (fact.value, *fact.also)
    return any(map(result.holds, spellings)) and not any(map(given.holds, spellings))


def _given(call: Call) -> Searcher:
    """Return the arguments as searchable text: a result that repeats them states nothing new."""
    arguments = parsed_arguments(call.arguments)
    return Searcher(arguments if isinstance(arguments, str) else repr(arguments))
