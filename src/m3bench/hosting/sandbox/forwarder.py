"""Run a program in a sandbox without network, with one reachable address: the gateway.

Run as ``python forwarder.py READY SOCKET PORT COMMAND…``. It listens on PORT of the loopback interface (0:
no port) and relays each connection to the Unix socket SOCKET. When the sandbox is ready it writes to the
descriptor READY, then starts COMMAND and exits with its exit code. It is the first process in the sandbox, so
everything there ends with it. It imports nothing of m3bench, which is not visible in the sandbox.
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
    for number in _SIGNALS:  # the program gets them, too
        signal.signal(number, lambda *_: None)
    os.write(int(ready), b"1")
    os.close(int(ready))
    os._exit(_run(command))


def _run(command: list[str]) -> int:
    """Run the program and return its exit code. As in a shell, signals are 128 and above."""
    try:
        child = os.posix_spawn(command[0], command, os.environ, setsigdef=_SIGNALS)
    except OSError as error:
        sys.stderr.write(f"{command[0]} cannot be started: {error.strerror}\n")
        sys.stderr.flush()
        return _NOT_STARTED
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
