"""Run a program in a sandbox without network, with one reachable address: the gateway.

Run as ``python forwarder.py READY SOCKET PORT SOFT HARD TASKS COMMAND…``. It listens on PORT of the loopback
interface (0: no port) and relays each connection to the Unix socket SOCKET. When the sandbox is ready it
writes to the descriptor READY, then starts COMMAND and exits with its exit code. COMMAND and its children can
have SOFT to HARD open files each, and TASKS processes and threads. It is the first process in the sandbox, so
everything there ends with it. It imports nothing of m3bench, which is not visible in the sandbox.
"""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import threading

_CHUNK = 2**16
_LIMITS = 3
_NOT_STARTED = 127
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main() -> None:
    ready, path, port, *rest = sys.argv[1:]
    limits, command = [int(number) for number in rest[:_LIMITS]], rest[_LIMITS:]
    listener = socket.create_server(("127.0.0.1", int(port)), backlog=128) if int(port) else None
    for number in _SIGNALS:  # the program gets them, too
        signal.signal(number, lambda *_: None)
    os.write(int(ready), b"1")
    os.close(int(ready))
    child = _started(command, *limits)
    if listener is not None:
        threading.Thread(target=_accept, args=(listener, path), daemon=True).start()
    os._exit(_exit_code(child))


def _started(command: list[str], soft_files: int, hard_files: int, tasks: int) -> int:
    """Start the program with its limits. There are no threads yet, so that a fork is safe."""
    child = os.fork()
    if child:
        return child
    try:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft_files, hard_files))
        # Counts what runs in the sandbox alone. The kernel does not apply it to root.
        hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        tasks = tasks if hard == resource.RLIM_INFINITY else min(tasks, hard)
        resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))
        os.execv(command[0], command)  # noqa: S606 - the program of the agent
    except OSError as error:
        sys.stderr.write(f"{command[0]} cannot be started: {error.strerror}\n")
        sys.stderr.flush()
    finally:
        os._exit(_NOT_STARTED)


def _exit_code(child: int) -> int:
    """Wait for the program and return its exit code. As in a shell, signals are 128 and above."""
    while True:
        # Orphans in the sandbox become children of its first process.
        pid, status = os.wait()
        if pid == child:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _accept(listener: socket.socket, path: str) -> None:
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        gateway = socket.socket(socket.AF_UNIX)
        try:
            gateway.connect(path)
        except OSError:
            client.close()
            gateway.close()
            continue
        for source, sink in ((client, gateway), (gateway, client)):
            threading.Thread(target=_relay, args=(source, sink), daemon=True).start()


def _relay(source: socket.socket, sink: socket.socket) -> None:
    """Relay one direction of a connection, including its end."""
    try:
        while data := source.recv(_CHUNK):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


if __name__ == "__main__":
    main()
