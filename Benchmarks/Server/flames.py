"""Flame graphs: where the server's processor time goes while proofs become grants, and while news are delivered.

Linux' perf takes the samples and folds them, Brendan Gregg's flamegraph.pl draws them (Debian has it in
libdevel-nytprof-perl), and swift demangle says what the names mean.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess

import grants
import streams
from peers import GoPeer
from programs import CollaborationServer

FOLDER = pathlib.Path(__file__).parent.parent
DRAWING = "/usr/share/perl5/Devel/NYTProf/flamegraph.pl"
# Samples a second of each thread. No round number, so that nothing that happens at intervals is met each time.
RATE = 1999
# Narrower than this many of 1200 pixels is not drawn: nobody could read it, and it would be most of the file.
NARROWEST = 3
LONGEST_NAME = 60

# What the compiler puts around a function's name.
AROUND = re.compile(
    r"^(?:\(\d+\) (?:suspend|await) resume partial function for |specialized |merged |partial apply (?:forwarder )?for "
    r"|(?:implicit )?closure #\d+ (?:@\w+ )?(?:\([^)]*\) )?in |protocol witness for |dispatch thunk of |@objc |static )+")
# Under nearly every stack, or in nearly every one: how threads begin, how tasks are run, how a channel's handlers find each other.
EVERYWHERE = re.compile(
    r"^(?:start_thread|__?clone3?|thunk for .*|ThreadOpsPosix\.run|MultiThreadedEventLoopGroup\.setupThreadAndEventLoop"
    r"|swift::runJobInEstablished.*|swift_job_run.*|_dispatch_.*|_pthread_.*|ChannelHandlerContext\.(?:bind|invoke\w+)"
    r"|_ChannelOutboundHandler\..*|_ChannelInboundHandler\..*|withCheckedContinuation|\[unknown\])$")
SCRIPT = re.compile(r'(?s)<script.*?</script>\n?| on\w+="[^"]*"|<text [^>]*\bid="(?:details|unzoom|search|ignorecase|matched)".*?</text>\n?')
CALL = re.compile(r"^(?:__x64_sys_|__do_sys_|ksys_)(\w+)_\[k\]$")


def begun(server: CollaborationServer, samples: pathlib.Path) -> tuple[subprocess.Popen, int, int] | None:
    """Perf, which takes samples now, and what it is spoken with by. None where it does not begin: it takes a second to get to know
    a large program, and gives up where one of its threads ends meanwhile."""
    (asked, ask), (answers, answer) = os.pipe(), os.pipe()
    perf = subprocess.Popen(
        ["perf", "record", "--quiet", "-F", str(RATE), "--call-graph", "fp", "-p", str(server.process.pid), "-o", str(samples),
         "--delay", "-1", "--control", f"fd:{asked},{answer}"], pass_fds=(asked, answer), stderr=subprocess.DEVNULL)
    os.close(asked)
    os.close(answer)
    with contextlib.suppress(BrokenPipeError):
        os.write(ask, b"enable\n")
        if os.read(answers, 16):
            return perf, ask, answers
    perf.wait(60)
    os.close(ask)
    os.close(answers)
    return None


@contextlib.contextmanager
def recorded(server: CollaborationServer, samples: pathlib.Path):
    tries = (begun(server, samples) for _ in range(20))
    found = next(filter(None, tries), None)
    if not found:
        raise SystemExit("flames: perf does not begin; as root, perf record says why")
    perf, ask, answers = found
    try:
        yield
    finally:
        perf.send_signal(signal.SIGINT)
        perf.wait(60)
        os.close(ask)
        os.close(answers)


def readable(name: str) -> str:
    """Without arguments, types' arguments and what was put around it, and no longer than can be read."""
    name = AROUND.sub("", name)
    while (shorter := re.sub(r"<[^<>]*>|\([^()]*\)", "", name)) != name:
        name = shorter
    return re.sub(r" in conformance .*| -> .*| where .*", "", name).strip()[:LONGEST_NAME]


def frames(stack: str) -> list[str]:
    """From the thread's kind on. All that the system does in a call of its is one frame."""
    thread, *names = stack.split(";")
    found = ["event loops" if thread.startswith("NIO") else "store and other tasks"]
    # Code in assembler and in C keeps no frames: SQLite's, and the arithmetic of signatures.
    if "start_thread" not in names:
        found.append("callers not known")
    for name in map(readable, [one for one in names if not one.endswith("_[k]")]):
        # A function that goes on after a wait is its own caller, and so is one that the compiler has several times.
        if not EVERYWHERE.match(name) and name != found[-1]:
            found.append(name)
    if names and names[-1].endswith("_[k]"):
        call = next(filter(None, map(CALL.match, names)), None)
        found.append(f"system: {call[1]}" if call else "system")
    return found


def folded(samples: pathlib.Path) -> str:
    """One line for each stack: its functions from the thread's first on, and how often it was met."""
    scripts = subprocess.run(["perf", "--exec-path"], check=True, capture_output=True, text=True).stdout.strip()
    stacks = subprocess.run(
        ["perf", "script", "-i", str(samples), "-s", f"{scripts}/scripts/python/stackcollapse.py", "--", "--kernel"],
        check=True, capture_output=True, text=True).stdout
    named = subprocess.run(["swift", "demangle", "--simplified"], input=stacks, check=True, capture_output=True, text=True)
    lines = [line.rsplit(" ", 1) for line in named.stdout.splitlines()]
    return "".join(f"{';'.join(frames(stack))} {count}\n" for stack, count in lines)


def drawn(samples: pathlib.Path, title: str, file: pathlib.Path):
    out = subprocess.run(["perl", DRAWING, "--title", title, "--minwidth", str(NARROWEST), "--hash"],
                         input=folded(samples), check=True, capture_output=True, text=True).stdout
    # The picture alone, without the drawing program's script: browsers name a frame under the pointer without it.
    out = SCRIPT.sub("", out)
    file.write_text(out)
    print(f"  {file.name}: {len(out) // 1024} KiB")


def draw(program: str, work: pathlib.Path, into: pathlib.Path, people: int = 16_000, readers: int = 4000):
    for tool in ("perf", "perl", "swift", DRAWING):
        if shutil.which(tool) is None and not pathlib.Path(tool).exists():
            raise SystemExit(f"flames: there is no {tool} here")
    work.mkdir()
    into.mkdir(exist_ok=True)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    commit = re.search(r"\((\w{8})", version)[1]
    print("flame graphs")
    samples = work / "proofs.samples"
    grants.one_round(CollaborationServer(program, work / "grove"), work / "proofs", people,
                     watching=lambda server: recorded(server, samples))
    drawn(samples, f"Proofs that become grants, 64 connections, commit {commit}", into / "proof-route.svg")
    samples = work / "deliveries.samples"
    with streams.opened(program, GoPeer.built("readers", work), work / "streams", readers) as (server, opened, _):
        with recorded(server, samples):
            streams.delivering(opened, server)
    drawn(samples, f"Deliveries to {readers} streams, commit {commit}", into / "delivery.svg")
