"""Servers that tests start have ports of their own."""

import socket
import subprocess
import sys

import pytest

from support.ports import free_port
from support.servers import ROOT

TAKES_ONE = """
import sys
from support.ports import free_port
print(free_port(), flush=True)
sys.stdin.read()
"""


def test_a_port_is_given_to_one_process_alone_until_it_ends_though_nobody_listens_there():
    other = subprocess.Popen(
        [sys.executable, "-c", TAKES_ONE], cwd=ROOT / "Tests" / "Pages",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    theirs = int(other.stdout.readline())
    try:
        with pytest.raises(RuntimeError):
            free_port(range(theirs, theirs + 1))
    finally:
        other.kill()
        other.wait()
    assert free_port(range(theirs, theirs + 1)) == theirs
    with pytest.raises(RuntimeError):
        free_port(range(theirs, theirs + 1))


def test_a_port_at_which_somebody_listens_is_not_given():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        with pytest.raises(RuntimeError):
            free_port(range(port, port + 1))
