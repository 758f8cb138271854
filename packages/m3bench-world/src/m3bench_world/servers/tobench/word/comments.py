"""Comments in the margin of a document."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import Look
from m3bench.servers.kit import Answer, BadArgument, NotFound, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.office import check_words
from m3bench_world.servers.tobench.word.documents import edited, opened, paragraph_at, seen
from m3bench_world.servers.tobench.word.server import Document, Paragraph, server

MOST_COMMENTS = 200
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MARKS = ("commentRangeStart", "commentRangeEnd", "commentReference")

Comment = Annotated[int, about("Number of the comment, as list_comments gives it.")]


@server.tool
def list_comments(context: ToolContext, path: Document) -> Answer:
    """The comments of a document: number, author, date, text and the paragraph that they are on."""
    with opened(context, path) as document:
        places = _places(document)
        comments = [
            {
                "comment": comment.comment_id,
                "author": comment.author[:200],
                "date": comment.timestamp.isoformat() if comment.timestamp else None,
                "text": comment.text[:2_000],
                "paragraph": places.get(comment.comment_id),
            }
            for comment in document.comments
        ]
    name = context.files.relative(context.files.inside(path))
    data = {"comments": comments[:MOST_COMMENTS], "total": len(comments)}
    return seen(context, path, data, Look(name, "metadata"))


@server.tool(read_only=False)
def add_comment(
    context: ToolContext,
    path: Document,
    paragraph: Paragraph,
    text: Annotated[str, about("What the comment says.")],
    author: Annotated[str, about("Who comments.")] = "Reviewer",
) -> Answer:
    """Put a comment on a paragraph, which must have text. Returns the number of the comment."""
    words, name = check_words(text, "text", most=5_000), check_words(author, "author", most=200).strip()
    with edited(context, path) as document:
        runs = paragraph_at(document, paragraph).runs
        if not runs:
            raise BadArgument("paragraph", f"paragraph {paragraph} is empty; comment on one with text")
        added = document.add_comment(runs, text=words, author=name, initials=_initials(name))
        moment = f"{context.world.now:%Y-%m-%dT%H:%M:%SZ}"
        added._comment_elm.set(f"{_WORD}date", moment)
        number = added.comment_id
    return Answer({"path": path, "comment": number, "paragraph": paragraph, "author": name})


@server.tool(read_only=False)
def edit_comment(
    context: ToolContext, path: Document, comment: Comment, text: Annotated[str, about("The new text.")]
) -> Answer:
    """Replace the text of a comment. Its author and place stay."""
    words = check_words(text, "text", most=5_000)
    with edited(context, path) as document:
        found = _comment(document, comment)
        for paragraph in found.paragraphs[1:]:
            paragraph._p.getparent().remove(paragraph._p)
        first = found.paragraphs[0] if found.paragraphs else found.add_paragraph()
        first.text = words
    return Answer({"path": path, "comment": comment, "text": words[:500]})


@server.tool(read_only=False)
def delete_comment(context: ToolContext, path: Document, comment: Comment) -> Answer:
    """Delete a comment. The text that it is on stays."""
    with edited(context, path) as document:
        found = _comment(document, comment)
        found._comment_elm.getparent().remove(found._comment_elm)
        for mark in _MARKS:
            for node in list(document.element.body.iter(f"{_WORD}{mark}")):
                if node.get(f"{_WORD}id") == str(comment):
                    node.getparent().remove(node)
        left = len(list(document.comments))
    return Answer({"path": path, "deleted": comment, "comments": left})


def _comment(document: Any, number: int) -> Any:
    for each in document.comments:
        if each.comment_id == number:
            return each
    raise NotFound(
        f"no comment {number}", (str(comment.comment_id) for comment in list(document.comments)[:10])
    )


def _places(document: Any) -> dict[int, int]:
    """Return the paragraphs of comments by their numbers."""
    return {
        int(mark.get(f"{_WORD}id", "-1")): number
        for number, paragraph in enumerate(document.paragraphs, 1)
        for mark in paragraph._p.iter(f"{_WORD}commentReference")
    }


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split())[:4].upper()
