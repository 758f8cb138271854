"""Runs a program in a sandbox without network, and gives it one address there: the gateway's.

Run as a program: ``python sandbox_forwarder.py READY SOCKET PORT COMMAND…``. It listens on PORT of the
loopback interface (0: on none) and relays each connection to the Unix socket SOCKET. It says on the
descriptor READY that the sandbox stands, starts COMMAND, and ends as COMMAND ends. It is the first process of
the sandbox: with it everything there ends. It imports nothing of m3bench, which cannot be seen from there.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading

_CHUNK = 2**16
_NOT_STARTED = 127
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main() -> None:
    ready, path, port, *command = sys.argv[1:]
    if int(port):
        listener = socket.create_server(("127.0.0.1", int(port)), backlog=128)
        threading.Thread(target=_accept, args=(listener, path), daemon=True).start()
    for number in _SIGNALS:  # meant for the program, which gets them too
        signal.signal(number, lambda *_: None)
    os.write(int(ready), b"1")
    os.close(int(ready))
    os._exit(_run(command))


def _run(command: list[str]) -> int:
    """The program's exit code, as a shell has it: 128 and more for signals."""
    try:
        child = os.posix_spawn(command[0], command, os.environ, setsigdef=_SIGNALS)
    except OSError as error:
        sys.stderr.write(f"{command[0]} cannot be started: {error.strerror}\n")
        sys.stderr.flush()
        return _NOT_STARTED
    while True:
        # Orphans of the sandbox become children of its first process.
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
    """One direction of a connection. The end of what comes in is the end of what goes out."""
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
