from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.core.redaction import known_secrets, redactor
from m3bench.hosting.gateway.token import checked_token, new_token, token_from_file


def test_tokens_differ_and_one_secret_covers_them_all() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert len(known_secrets()) == 1
    for token in tokens:
        assert redactor().text(token).startswith("${SECRET}.")


def test_a_token_of_the_users_own() -> None:
    assert checked_token(" sixteen-letters! \n", "X") == "sixteen-letters!"
    assert redactor().text("it is sixteen-letters!") == "it is ${SECRET}"
    for bad in ("", "short", "two words with spaces", "ä" * 20, "x" * 20 + "\x07"):
        with pytest.raises(UsageError, match="X does not contain a valid token"):
            checked_token(bad, "X")


def test_a_file_is_made_for_its_owner_alone_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "token"
    made = token_from_file(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert token_from_file(file) == made
    file.chmod(0o400)
    assert token_from_file(file) == made
    file.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        token_from_file(file)
    with pytest.raises(UsageError, match="Cannot use the token file"):
        token_from_file(tmp_path / "no" / "token")
