"""The DICOM reader reads what it should, and fails cleanly on everything else."""

from __future__ import annotations

import struct
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world.servers.healthcare.dicom import Header, NotDicom, read_header
from tests.servers.healthcare.dicom_files import (
    EXPLICIT,
    IMPLICIT,
    UNDEFINED,
    explicit,
    file,
    implicit,
    open_sequence,
    padded,
    scan,
)


def values(header: Header) -> dict[str, object]:
    return {element.name: element.value for element in header.elements}


def test_an_explicit_file() -> None:
    header = read_header(scan())
    read = values(header)
    assert header.transfer_syntax == EXPLICIT
    assert read["Modality"] == "CT"
    assert read["StudyDescription"] == "Chest routine"
    assert read["PatientName"] == "Müller^Anna"
    assert (read["Rows"], read["Columns"]) == (512, 256)
    assert read["PixelSpacing"] == "0.5\\0.5"
    assert read["ReferencedStudySequence"] == "sequence of 2 items"
    assert read["Private element"] == "ACME"
    assert header.has_pixel_data
    assert header.complete
    assert "PixelData" not in read


def test_an_implicit_file_says_the_same() -> None:
    inner = implicit(0x0008, 0x1150, padded("1.2.3", b"\0"))
    dataset = implicit(0x0008, 0x0060, b"MR") + implicit(0x0008, 0x1140, open_sequence(inner), UNDEFINED)
    dataset += implicit(0x0010, 0x1030, padded("70.5")) + implicit(0x0028, 0x0010, struct.pack("<H", 64))
    header = read_header(file(IMPLICIT, dataset))
    read = values(header)
    assert (read["Modality"], read["PatientWeight"], read["Rows"]) == ("MR", "70.5", 64)
    assert read["ReferencedImageSequence"] == "sequence of 2 items"
    assert not header.has_pixel_data
    assert header.complete


def test_numbers_of_every_kind() -> None:
    dataset = explicit(0x0011, 0x0001, "FD", struct.pack("<dd", 1.5, -2.25))
    dataset += explicit(0x0011, 0x0003, "SS", struct.pack("<h", -3))
    dataset += explicit(0x0011, 0x0005, "AT", struct.pack("<HH", 0x10, 0x20))
    dataset += explicit(0x0011, 0x0007, "OB", b"\0" * 10)
    dataset += explicit(0x0011, 0x0009, "FL", struct.pack("<f", float("inf")))
    read = [element.value for element in read_header(file(EXPLICIT, dataset)).elements[3:]]
    assert read == [[1.5, -2.25], -3, "(0010,0020)", "10 bytes", "inf"]


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "DICM"),
        (b"\x89PNG" + b"\0" * 200, "DICM"),
        (b"\0" * 128 + b"DICM", "file meta"),
        (file("1.2.840.10008.1.2.2", b""), "big endian"),
        (scan()[:140], "ends within"),
    ],
)
def test_what_is_no_dicom_is_refused(data: bytes, word: str) -> None:
    with pytest.raises(NotDicom, match=word):
        read_header(data)


def test_a_file_that_breaks_off_gives_what_was_read() -> None:
    header = read_header(scan()[:-60])
    assert not header.complete
    assert values(header)["Modality"] == "CT"


def test_sequences_may_not_nest_forever() -> None:
    start = explicit(0x0008, 0x1140, "SQ", b"", UNDEFINED) + struct.pack("<HHI", 0xFFFE, 0xE000, UNDEFINED)
    header = read_header(file(EXPLICIT, start * 5_000))
    assert not header.complete


@given(st.binary(max_size=300))
def test_garbage_after_a_good_start_never_breaks_the_reader(garbage: bytes) -> None:
    for syntax in (EXPLICIT, IMPLICIT):
        header = read_header(file(syntax, garbage))
        assert len(header.elements) <= 3 + len(garbage) // 8


@given(st.binary(max_size=300))
def test_garbage_is_read_or_refused(garbage: bytes) -> None:
    for data in (garbage, b"\0" * 128 + b"DICM" + garbage, b"\0" * 128 + b"DICM\2\0" + garbage):
        with suppress(NotDicom):
            assert read_header(data).elements


@given(st.integers(132, 400), st.integers(0, 255))
def test_one_wrong_byte_never_breaks_the_reader(place: int, byte: int) -> None:
    data = bytearray(scan())
    data[min(place, len(data) - 1)] = byte
    with suppress(NotDicom):
        assert read_header(bytes(data)).elements
