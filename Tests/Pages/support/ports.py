"""Ports of servers that tests start, each given to one process of this machine at a time."""

import contextlib
import fcntl
import os
import pathlib
import random
import socket
import tempfile

# Below those that a connection is given: a server that is started again would find its port taken.
PORTS = range(20_000, 32_000)

# What this process has been given; it is given back when the process ends, however it ends.
_held: dict[int, int] = {}


def free_port(among: range = PORTS) -> int:
    """One that nobody listens at, and that no other test is given while this process lives.

    Between choosing a port and listening at it a process must be started, and a server that a test has killed is away
    for a while: another test that chose the same port then would answer in its place.
    """
    for port in random.sample(among, len(among)):
        if port not in _held and (lock := _lock(port)) is not None:
            if _is_silent(port):
                _held[port] = lock
                return port
            os.close(lock)
    raise RuntimeError(f"no port of {among} is free")


def _lock(port: int) -> int | None:
    """The locked file of a port, or nothing where another process has it."""
    folder = pathlib.Path(tempfile.gettempdir()) / "grove-test-ports"
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
        folder.chmod(0o777)
    # Read alone, as another user's file may be; a lock needs no more.
    lock = os.open(folder / str(port), os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock


def _is_silent(port: int) -> bool:
    with socket.socket() as one:
        with contextlib.suppress(OSError):
            one.bind(("127.0.0.1", port))
            return True
    return False
