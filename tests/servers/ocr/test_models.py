"""The networks come from the installed wheel, and from nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.servers.ocr.drawn import Sheet

PROGRAM = """
import socket, sys

def refuse(*_, **__):
    raise AssertionError("the network was asked for")

socket.socket.connect = refuse
socket.getaddrinfo = refuse

from PIL import Image
from m3bench.servers.ocr.engine import read_picture
from m3bench.servers.ocr.languages import Alphabet
from m3bench.servers.ocr.options import Options

with Image.open(sys.argv[1]) as image:
    print(read_picture(image, Alphabet(), Options()).text)
assert "rapidocr" not in sys.modules
"""


def test_reading_needs_no_network(tmp_path: Path) -> None:
    path = tmp_path / "hello.png"
    Sheet(240, 60).write("Hello there", 10, 10).image.save(path)
    command = [sys.executable, "-c", PROGRAM, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout.strip() == "Hello there"
    assert sorted(tmp_path.iterdir()) == [path]
