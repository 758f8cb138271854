"""A harness that is killed by a test: asks a local model, says where it runs, and waits.

Run as a program: ``python local_harness.py SHELF MODEL QUESTION``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import anyio

from m3bench.core import Text
from m3bench.models import Request, User
from m3bench.models.local.entries import LOCAL_MODELS
from m3bench.models.local.model import _LocalModel
from m3bench.models.local.store import ModelStore
from tests.models.local.local_fakes import ENTRY


async def main(root: str, name: str, question: str) -> None:
    entry = LOCAL_MODELS.get(name, ENTRY)
    model = _LocalModel(entry, ModelStore(Path(root)).get(entry))
    await model._ready()
    assert model._process is not None
    print(model._process.pid, flush=True)
    await model.ask(Request((User((Text(question),)),)))
    await anyio.sleep_forever()


if __name__ == "__main__":
    _, where, which, what = sys.argv
    anyio.run(main, where, which, what)
