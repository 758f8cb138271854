"""Checks of Word documents, of the texts, pages, forms and areas of PDFs, and of layouts."""

from m3bench.checks.documents.docx_content import DocxContent, Heading
from m3bench.checks.documents.docx_contents import document_contents
from m3bench.checks.documents.docx_parts import DocxComment, DocxParagraph, DocxParts
from m3bench.checks.documents.page_layout import PageLayout
from m3bench.checks.documents.pdf_area import PdfArea
from m3bench.checks.documents.pdf_content import PdfContent
from m3bench.checks.documents.pdf_copy import PdfCopy
from m3bench.checks.documents.pdf_corruption import draw_on
from m3bench.checks.documents.pdf_form import PdfForm
from m3bench.checks.documents.pdf_pages import PdfPage, PdfPages
from m3bench.checks.documents.pdf_picture import PdfPicture
from m3bench.checks.documents.web_layout import WebLayout

__all__ = [
    "DocxComment",
    "DocxContent",
    "DocxParagraph",
    "DocxParts",
    "Heading",
    "PageLayout",
    "PdfArea",
    "PdfContent",
    "PdfCopy",
    "PdfForm",
    "PdfPage",
    "PdfPages",
    "PdfPicture",
    "WebLayout",
    "document_contents",
    "draw_on",
]
