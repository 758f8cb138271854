"""Codes, and the pictures, sounds and documents that show them."""

from __future__ import annotations

import io
import unicodedata
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from m3bench.runs.preflight import PROBES, Codes
from m3bench.runs.preflight.codes import holds_all, holds_code
from m3bench.runs.preflight.probes import names_in
from m3bench.runs.preflight.probes.pictures import draw_code, make_pdf
from m3bench.runs.preflight.probes.sound import speak_digits
from m3bench.workers import page_texts


def test_codes_are_new_for_every_check_and_every_probe() -> None:
    first, second = Codes(), Codes()
    drawn = [codes.word(probe.name) for codes in (first, second) for probe in PROBES]
    assert len(set(drawn)) == len(drawn)
    assert first.word("text") == first.word("text")
    assert first.scripts("unicode") != second.scripts("unicode")


@given(st.text(alphabet="ACDEFHJKMNPRTUVWXY34679", min_size=6, max_size=6))
def test_a_code_is_found_however_it_is_written(code: str) -> None:
    assert holds_code(f"It says **{code[:3]}-{code[3:].lower()}**.", code)
    assert not holds_code(f"It says {code[:5]}.", code)


@pytest.mark.parametrize("answer", ["", "K7RHM", "K7RHXM", "I cannot see it."])
def test_other_answers_do_not_have_it(answer: str) -> None:
    assert not holds_code(answer, "K7RHMX")


def test_words_may_be_composed_but_must_all_be_there() -> None:
    words = Codes("some").scripts("unicode")
    assert holds_all(unicodedata.normalize("NFC", ", ".join(words)), words)
    assert not holds_all(" ".join(words[:-1]), words)
    assert not holds_all(" ".join(words).encode("ascii", "replace").decode(), words)


def test_names_of_tools_are_read_with_what_clients_add() -> None:
    tools = PROBES[0].tools()
    assert names_in("`mcp__m3bench__probe__read_text`, Bash", tools) == ("mcp__m3bench__probe__read_text",)
    assert names_in("m3bench.probe/read_text and read_texts", tools) == ("m3bench.probe/read_text",)
    assert names_in("I have no tools.", tools) == ()


def test_a_code_is_drawn_said_and_printed() -> None:
    picture = Image.open(io.BytesIO(draw_code("K7RHMX"))).convert("L")
    box = Image.eval(picture, lambda shade: 255 - shade).getbbox()
    assert box is not None
    assert (box[2] - box[0] > 300, box[3] - box[1] > 60) == (True, True)
    assert draw_code("K7RHMX") != draw_code("K7RHMY")
    with wave.open(io.BytesIO(speak_digits("123456"))) as sound:
        assert 3 < sound.getnframes() / sound.getframerate() < 6
    count, texts = page_texts(make_pdf("The code is K7RHMX."), most_pages=2, most_characters=100)
    assert (count, [text.strip() for text in texts]) == (1, ["The code is K7RHMX."])
