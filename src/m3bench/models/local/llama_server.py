"""Serve one GGUF file at a loopback address with the OpenAI API, and end with the harness.

Run as a program by the harness. The first line of stdin says what to serve, as JSON; the reply is one line on
stdout, the address. The program ends when stdin closes, which happens when the harness exits or is killed. It
imports nothing of m3bench: only the engine is installed.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, TextIO


def main() -> None:
    # The engine writes to stdout, so the address gets its own descriptor.
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    wanted = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with, args=(sys.stdin,), daemon=True).start()
    server = _serve(wanted)
    answer.write(json.dumps({"address": server.listening_address}) + "\n")
    answer.close()
    threading.Event().wait()


def _end_with(harness: TextIO) -> None:
    while harness.read(1024):
        pass
    # Exit at once: nobody waits for an answer any more.
    os._exit(0)


def _serve(wanted: dict[str, Any]) -> Any:
    sys.path.insert(0, wanted["engine"])
    engine: Any = __import__("xllamacpp")
    params = engine.CommonParams()
    params.model.path = wanted["weights"]
    params.model_alias = {wanted["name"]}
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.api_keys = [wanted["key"]]
    params.cors_origins = "null"
    params.n_ctx, params.n_predict = wanted["context"], wanted["longest_reply"]
    params.cpuparams.n_threads = wanted["writing_threads"]
    params.cpuparams_batch.n_threads = wanted["reading_threads"]
    # One request at a time and no reuse between requests, because both change rounding: the same request
    # must get the same reply.
    params.n_parallel, params.cache_prompt, params.cache_ram_mib = 1, False, 0
    params.n_gpu_layers = 0
    params.use_jinja = wanted["takes_tools"]
    # A disconnected client is noticed after each batch of this size.
    params.n_batch, params.n_ubatch = 256, 256
    params.ui, params.endpoint_slots, params.verbosity = False, False, 1
    return engine.Server(params)


if __name__ == "__main__":
    main()
