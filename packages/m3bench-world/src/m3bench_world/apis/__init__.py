"""OpenAPI documents of web services."""

from m3bench_world.apis.apis import KNOWN, Apis, host_of
from m3bench_world.apis.types import Field, Operation, Scheme, Spec

__all__ = ["KNOWN", "Apis", "Field", "Operation", "Scheme", "Spec", "host_of"]
