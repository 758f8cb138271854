"""Bundles that must be refused, each with the reason that a reader has to see."""

from __future__ import annotations

import hashlib
import json
import lzma
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

from m3bench.runs.store.chain import START, digest, link_record
from tests.attacks.zip_forgery import END, Places, edited, many_names, packed, with_sizes
from tests.submissions.bundles import HEAD, Files, head, replaced, set_head

JOURNAL, TASKS, MANIFEST = "runs/1/journal.jsonl", "runs/1/tasks.jsonl", "runs/1/manifest.json"
MB = 2**20

Forge = Callable[[Files], bytes]
HOSTILE: dict[str, tuple[Forge, str]] = {}
"""How each is made from the files of an honest bundle, and a part of the reason for its refusal."""


def hostile(reason: str) -> Callable[[Forge], Forge]:
    def register(forge: Forge) -> Forge:
        HOSTILE[forge.__name__] = forge, reason
        return forge

    return register


@hostile("runs/1/journal.jsonl cannot be unpacked")
def broken_deflate(files: Files) -> bytes:
    raw = packed(files)
    return edited(raw, (Places(raw, JOURNAL).data, "B", 0xFF))


@hostile("runs/1/journal.jsonl cannot be unpacked")
def broken_deflate_in_the_middle(files: Files) -> bytes:
    raw = packed(files)
    places = Places(raw, JOURNAL)
    middle = places.data + places.packed_size // 2
    return raw[:middle] + bytes(64) + raw[middle + 64 :]


@hostile("only stored and deflated files are read")
def intact_lzma(files: Files) -> bytes:
    return packed(files, zipfile.ZIP_LZMA)


@hostile("only stored and deflated files are read")
def broken_lzma(files: Files) -> bytes:
    raw = packed(files, zipfile.ZIP_LZMA)
    place = Places(raw, HEAD).data
    return raw[: place + 9] + bytes(40) + raw[place + 49 :]


@hostile("only stored and deflated files are read")
def broken_bzip2(files: Files) -> bytes:
    raw = packed(files, zipfile.ZIP_BZIP2)
    return edited(raw, (Places(raw, JOURNAL).data + 4, "I", 0))


@hostile("only stored and deflated files are read")
def unknown_method(files: Files) -> bytes:
    raw = packed(files)
    places = Places(raw, JOURNAL)
    return edited(raw, (places.local + 8, "H", 93), (places.central + 10, "H", 93))


@hostile("it is a ZIP bomb")
def bomb_of_ratio_1000(files: Files) -> bytes:
    replaced(files, "journal.jsonl", bytes(64 * MB))
    return packed(files)


@hostile("it is a ZIP bomb")
def bomb_of_many_files(files: Files) -> bytes:
    data = bytes(4 * MB)
    for number in range(20):
        replaced(files, f"tools/{number}.json", data)
    return packed(files)


@hostile("journal.jsonl")
def bomb_that_declares_little(files: Files) -> bytes:
    data = bytes(16 * MB)
    replaced(files, "journal.jsonl", b"\0")
    raw = packed({**files, JOURNAL: data})
    return with_sizes(raw, JOURNAL, 1, 0xD202EF8D)


@hostile("cannot be unpacked")
def file_shorter_than_declared(files: Files) -> bytes:
    size = len(files[JOURNAL])
    raw = packed({**files, JOURNAL: b"x"})
    return with_sizes(raw, JOURNAL, size)


@hostile("lie over each other")
def overlapping_entries(files: Files) -> bytes:
    raw = packed(files)
    first, second = Places(raw, JOURNAL), Places(raw, TASKS)
    return edited(raw, (second.central + 42, "I", first.local))


@hostile("lie over each other")
def entry_that_contains_the_next(files: Files) -> bytes:
    """A large stored file whose bytes are the next entries, as in bombs that do not nest."""
    raw = packed(files, zipfile.ZIP_STORED)
    places = Places(raw, JOURNAL)
    longer = places.packed_size + 400
    return edited(raw, (places.central + 20, "I", longer), (places.central + 24, "I", longer))


@hostile("files; there may be")
def names_without_number(files: Files) -> bytes:
    return many_names(200_000, files)


@hostile("its directory lists more files than it declares")
def more_names_than_declared(files: Files) -> bytes:
    return many_names(50_000, files, declared=7)


@hostile("'runs/1/tools/0' is in it, but not described")
def undescribed_names(files: Files) -> bytes:
    return many_names(20_000, files)


@hostile("runs/1/journal.jsonl cannot be unpacked (Bad CRC-32")
def wrong_crc(files: Files) -> bytes:
    raw = packed(files)
    places = Places(raw, JOURNAL)
    return edited(raw, (places.local + 14, "I", 1), (places.central + 16, "I", 1))


@hostile("not a readable ZIP file")
def half(files: Files) -> bytes:
    raw = packed(files)
    return raw[: len(raw) // 2]


@hostile("not a readable ZIP file")
def without_its_first_bytes(files: Files) -> bytes:
    return packed(files)[100:]


@hostile("not a readable ZIP file")
def with_a_program_before_it(files: Files) -> bytes:
    return b"#!/bin/sh\n" + bytes(5000) + packed(files)


@hostile("not a readable ZIP file")
def with_bytes_after_it(files: Files) -> bytes:
    return packed(files) + b"trailing"


@hostile("'runs/1/../../../escaped' is not a name")
def climbing_name(files: Files) -> bytes:
    return packed({**files, "runs/1/../../../escaped": b"x"})


@hostile("'/escaped' is not a name")
def absolute_name(files: Files) -> bytes:
    return packed({**files, "/escaped": b"x"})


@hostile("is not a name")
def name_with_backslashes(files: Files) -> bytes:
    return packed({**files, "runs\\1\\..\\escaped": b"x"})


@hostile("is not a name")
def name_with_nul(files: Files) -> bytes:
    return packed({**files, "runs/1/blobs/xx": b"x"}).replace(b"runs/1/blobs/xx", b"runs/1/seal.j\0x")


@hostile("is not a name")
def name_that_is_no_text(files: Files) -> bytes:
    def mark(entry: zipfile.ZipInfo) -> None:
        entry.flag_bits |= 0x800

    raw = packed({**files, "runs/1/tools/zz": b"x"}, change=mark)
    return raw.replace(b"runs/1/tools/zz", b"runs/1/tools/\xff\xfe")


@hostile("is not a name")
def folder_entry(files: Files) -> bytes:
    return packed({**files, "runs/1/tools/": b""})


@hostile("is not a plain file")
def link_entry(files: Files) -> bytes:
    def link(entry: zipfile.ZipInfo) -> None:
        if entry.filename == JOURNAL:
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16

    return packed({**files, JOURNAL: b"/etc/passwd"}, change=link)


@hostile("is encrypted")
def encrypted_entry(files: Files) -> bytes:
    raw = packed(files)
    places = Places(raw, JOURNAL)
    return edited(raw, (places.local + 6, "H", 1), (places.central + 8, "H", 1))


@hostile("lie over each other")
def wide_sizes_that_lie(files: Files) -> bytes:
    raw = packed(files)
    place = Places(raw, JOURNAL).central
    return edited(raw, (place + 20, "I", 0xFFFFFFFF), (place + 24, "I", 0xFFFFFFFF))


@hostile("files; there may be")
def wide_end_that_lies(files: Files) -> bytes:
    raw = packed(files)
    end = raw.rindex(END)
    return edited(raw, (end + 8, "H", 0xFFFF), (end + 10, "H", 0xFFFF))


@hostile("not a readable ZIP file")
def directory_elsewhere(files: Files) -> bytes:
    raw = packed(files)
    return edited(raw, (raw.rindex(END) + 16, "I", 0x7FFFFFFF))


@hostile("is in it twice")
def name_twice(files: Files) -> bytes:
    raw = packed({**files, "runs/1/journal.jsonX": b"{}"})
    return raw.replace(b"runs/1/journal.jsonX", JOURNAL.encode())


@hostile("submission.json is larger than")
def huge_head(files: Files) -> bytes:
    files[HEAD] = files[HEAD] + b" " * (20 * MB)
    return packed(files)


@hostile("submission.json is invalid")
def deep_head(files: Files) -> bytes:
    files[HEAD] = b'{"runs":' + b"[" * 1_000_000
    return packed(files)


@hostile("submission.json is invalid")
def deep_unknown_field(files: Files) -> bytes:
    files[HEAD] = files[HEAD].rstrip()[:-1] + b',"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    return packed(files)


@hostile("submission.json is invalid")
def head_that_is_no_text(files: Files) -> bytes:
    files[HEAD] = files[HEAD].replace(b"one", b"\xff\xfe", 1)
    return packed(files)


@hostile("submission.json is invalid")
def head_with_huge_numbers(files: Files) -> bytes:
    files[HEAD] = files[HEAD].replace(b'"attempts": 6', b'"attempts": ' + b"9" * 10_000)
    return packed(files)


@hostile("submission.json is invalid")
def head_of_another_kind(files: Files) -> bytes:
    files[HEAD] = b"[]"
    return packed(files)


@hostile("was changed: it does not match its hash")
def wrong_hash(files: Files) -> bytes:
    changed = head(files)
    changed["runs"][0]["files"]["journal.jsonl"]["sha256"] = "0" * 64
    set_head(files, changed)
    return packed(files)


@hostile("does not have the size that is described")
def wrong_size(files: Files) -> bytes:
    changed = head(files)
    changed["runs"][0]["files"]["journal.jsonl"]["size"] += 1
    set_head(files, changed)
    return packed(files)


@hostile("is described, but not in it")
def more_runs_than_files(files: Files) -> bytes:
    changed = head(files)
    changed["runs"] = changed["runs"] * 900
    set_head(files, changed)
    return packed(files)


@hostile("a line of runs/1/journal.jsonl is longer than")
def giant_line(files: Files) -> bytes:
    replaced(files, "journal.jsonl", random_text(20 * MB))
    return packed(files, zipfile.ZIP_STORED)


@hostile("runs/1/tasks.jsonl has more than")
def dense_tasks(files: Files) -> bytes:
    replaced(files, "tasks.jsonl", b'{"id":"a","extra":[' + b"[]," * (4 * MB) + b"[]]}\n")
    return packed(files, zipfile.ZIP_STORED)


@hostile("runs/1/journal.jsonl has more than")
def dense_line(files: Files) -> bytes:
    replaced(files, "journal.jsonl", attempt(b"[" + b"[]," * (2 * MB) + b"[]]"))
    return packed(files, zipfile.ZIP_STORED)


@hostile("was changed: journal.jsonl, line 1")
def millions_of_broken_lines(files: Files) -> bytes:
    replaced(files, "journal.jsonl", b"x\n" * (8 * MB))
    return packed(files)


@hostile("journal.jsonl, line 1")
def deep_record(files: Files) -> bytes:
    replaced(files, "journal.jsonl", attempt(b"[" * 5_000 + b"]" * 5_000))
    return packed(files)


@hostile("journal.jsonl, line 1")
def record_with_nan(files: Files) -> bytes:
    replaced(files, "journal.jsonl", attempt(b"NaN"))
    return packed(files)


@hostile("journal.jsonl, line 1")
def record_with_infinite_time(files: Files) -> bytes:
    replaced(files, "journal.jsonl", attempt(b"1", b',"seconds":1e999'))
    return packed(files)


@hostile("is not finished")
def millions_of_epochs(files: Files) -> bytes:
    manifest = json.loads(files[MANIFEST])
    manifest["settings"]["epochs"] = 1_600_000
    replaced(files, "manifest.json", stamped(manifest))
    drop(files, "seal.json")
    return packed(files)


@hostile("manifest.json")
def deep_manifest(files: Files) -> bytes:
    replaced(files, "manifest.json", b'{"m3bench":2,"settings":' + b"[" * 200_000)
    return packed(files)


@hostile("runs/1/manifest.json is larger than")
def huge_manifest(files: Files) -> bytes:
    replaced(files, "manifest.json", random_text(10 * MB))
    return packed(files, zipfile.ZIP_STORED)


@hostile("not a readable ZIP file")
def no_archive(files: Files) -> bytes:
    return lzma.compress(files[HEAD])


@hostile("not a readable ZIP file")
def nothing(files: Files) -> bytes:
    return b""


@hostile("it has no submission.json")
def empty_archive(files: Files) -> bytes:
    return packed({})


def attempt(arguments: bytes, more: bytes = b"") -> bytes:
    """Return a record with a right checksum, whose call has these arguments."""
    body = b'{"kind":"attempt","task_id":"smoke/warmth"%b,"trajectory":{"task_id":"smoke/warmth",' % more
    body += b'"steps":[{"calls":[{"name":"a/b","arguments":%b}]}]}}' % arguments
    line, _ = link_record(body, "27118b3caa0e0a2e", START)
    return line


def stamped(manifest: dict[str, object]) -> bytes:
    """Return a manifest with the right checksum, as its author can make it."""
    manifest.pop("check", None)
    body = json.dumps(manifest, indent=2).encode()[: -len(b"\n}")]
    return body + b',\n  "check": "%b"\n}\n' % digest(body).encode()


def drop(files: Files, name: str) -> None:
    """Remove a file of the first run and its description."""
    del files[f"runs/1/{name}"]
    changed = head(files)
    del changed["runs"][0]["files"][name]
    set_head(files, changed)


def random_text(size: int) -> bytes:
    """Return text that does not compress well, the same each time."""
    return hashlib.shake_256(b"text").hexdigest(size // 2).encode()


def write_all(folder: Path, honest: Callable[[], Files]) -> list[Path]:
    """Write all hostile bundles into a folder."""
    paths = []
    for name, (forge, _) in HOSTILE.items():
        paths.append(folder / f"{name}.m3bench")
        paths[-1].write_bytes(forge(honest()))
    return paths
