"""OCR tools that read the same words out of the same picture."""

from __future__ import annotations

from m3bench.core import Equivalence, EquivalentTool

EQUIVALENCES = (
    Equivalence(
        "text in a picture",
        (
            EquivalentTool("ocr/perform_ocr", {"input_data": "picture"}, {"text": ""}),
            EquivalentTool("ocr/image_to_data", {"input_data": "picture"}, {"text": "lines[].text"}),
            EquivalentTool("ocr/perform_batch_ocr", {"inputs": "picture"}, {"text": "results[].text"}),
        ),
    ),
)
