"""The warden of a harness."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import textwrap

import pytest

from m3bench.hosting.process.harness import Harness
from m3bench.testing import child_processes


def test_a_dismissed_warden_ends_and_the_next_server_has_another() -> None:
    harness, before = Harness(), child_processes()
    harness.dismiss_warden()  # there is none yet
    harness.next_mark()
    (first,) = set(child_processes()) - set(before)
    harness.dismiss_warden()
    assert child_processes() == before
    harness.next_mark()
    (second,) = set(child_processes()) - set(before)
    assert second != first
    harness.dismiss_warden()
    assert child_processes() == before


def test_a_forked_process_has_a_mark_and_a_warden_of_its_own() -> None:
    """Otherwise the first of them to end kills the servers of the others."""
    program = """
        import os
        from m3bench.hosting.process.harness import HARNESS

        before = HARNESS.next_mark()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.write(writing, HARNESS.next_mark().encode())
            HARNESS.dismiss_warden()
            os._exit(0)
        os.waitpid(child, 0)
        print(before, os.read(reading, 100).decode(), HARNESS.next_mark())
        HARNESS.dismiss_warden()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True
    )
    first, forked, second = (mark.rstrip(".").rpartition(".") for mark in done.stdout.split())
    assert first[0] == second[0] != forked[0]
    assert (first[2], forked[2], second[2]) == ("1", "1", "2")


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the end of another's child is told by pidfd")
def test_a_warden_ends_with_its_process_although_a_forked_one_lives() -> None:
    program = """
        import os
        from m3bench.hosting.process.harness import HARNESS

        HARNESS.next_mark()
        print(HARNESS._warden.pid, flush=True)
        os.read(0, 1)
        if not os.fork():
            os.read(0, 1)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        warden = os.pidfd_open(int(process.stdout.readline()))
        process.stdin.write(b".")
        process.stdin.flush()
        assert process.wait() == 0
        assert select.select([warden], [], [], 60)[0]  # the forked process still reads its input
        os.close(warden)
