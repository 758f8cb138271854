"""Messages of tens of megabytes, as hostile servers send them. All are JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable

SIZE = 40_000_000
SECRET_VALUE = "mK7-a-value-that-the-harness-hides-93"


def answer(number: int, result: str) -> bytes:
    return b'{"jsonrpc":"2.0","id":%d,"result":%s}' % (number, result.encode())


def text_result(number: int, written: str, *, is_error: bool = False) -> bytes:
    """Return a text result, given as it is written in JSON."""
    flag = ',"isError":true' if is_error else ""
    return answer(number, f'{{"content":[{{"type":"text","text":"{written}"}}]{flag}}}')


def structured(number: int, written: str, more: str = "") -> bytes:
    return answer(number, f'{{"content":[],"structuredContent":{written}{more}}}')


def resource(number: int, fields: str) -> bytes:
    return answer(number, f'{{"content":[{{"type":"resource","resource":{{{fields}}}}}]}}')


def notification(written: str) -> bytes:
    params = f'{{"level":"info","data":"{written}"}}'
    return b'{"jsonrpc":"2.0","method":"notifications/message","params":%s}' % params.encode()


def values(count: int, length: int) -> str:
    return json.dumps({"errors": ["x" * length] * count})


ANSWERED: dict[str, Callable[[int], list[bytes]]] = {
    "newlines": lambda n: [text_result(n, "\\n" * (SIZE // 2))],
    "quotes": lambda n: [text_result(n, '\\"' * (SIZE // 2))],
    "escapes": lambda n: [text_result(n, "\\u00e9" * (SIZE // 6))],
    "surrogate_pairs": lambda n: [text_result(n, "\\ud83d\\ude00" * (SIZE // 12))],
    "non_ascii": lambda n: [text_result(n, "é" * (SIZE // 2))],
    "wide_end": lambda n: [text_result(n, "a" * 15_000_000 + "😀")],
    "blank_text": lambda n: [text_result(n, " " * SIZE)],
    "blanks": lambda n: [text_result(n, "fine")[:-1] + b" " * SIZE + b"}"],
    "structured": lambda n: [structured(n, '{"text":"' + "x" * 30_000_000 + '"}')],
    "structured_wide": lambda n: [structured(n, '{"a":"' + "x" * SIZE + '","b":"😀' + "y" * 100 + '"}')],
    "key": lambda n: [structured(n, '{"' + "x" * 30_000_000 + '":1}')],
    "meta": lambda n: [structured(n, "{}", ',"_meta":{"note":"' + "x" * SIZE + '"}')],
    "resource": lambda n: [resource(n, '"uri":"a:b","text":"' + "é" * (SIZE // 2) + '"')],
    "notification": lambda n: [notification("x" * SIZE), text_result(n, "fine")],
    "secrets": lambda n: [text_result(n, "a,{[" * (SIZE // 4) + SECRET_VALUE + "z" * 100)],
}
REPORTED: dict[str, Callable[[int], list[bytes]]] = {
    "error_text": lambda n: [text_result(n, " " * (SIZE // 2) + "x" * (SIZE // 2), is_error=True)],
    "error_values": lambda n: [structured(n, values(10_000, 4_000), ',"isError":true')],
    "refusal": lambda n: [
        b'{"jsonrpc":"2.0","id":%d,"error":{"code":-32602,"message":"%s"}}' % (n, b"x" * SIZE)
    ],
}
BROKEN: dict[str, Callable[[int], list[bytes]]] = {
    "cut_off": lambda n: [text_result(n, "x" * SIZE)[:-7]],
    "invalid_utf8": lambda n: [text_result(n, "x" * SIZE)[:-9] + b'\xff"}]}}'],
    "broken_escape": lambda n: [text_result(n, "x" * SIZE + "\\u12x4")],
    "null_result": lambda n: [answer(n, "null")[:-1] + b',"x":"' + b"y" * SIZE + b'"}'],
    "list_result": lambda n: [answer(n, '["' + "y" * SIZE + '"]')],
    "number": lambda n: [answer(n, '{"x":0.' + "1" * SIZE + "}")],
    "too_wide": lambda n: [text_result(n, "a" * SIZE + "😀")],
    "address": lambda n: [resource(n, '"uri":"a:' + "x" * SIZE + '","text":""')],
}
ALL = {f"long_{name}": made for name, made in {**ANSWERED, **REPORTED, **BROKEN}.items()}
