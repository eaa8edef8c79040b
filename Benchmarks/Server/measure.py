"""What drives and records cost over HTTP. script/measure-server runs it."""

import argparse
import os
import pathlib
import shutil
import tempfile

import drives
import records


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", default=["drives", "records"])
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="grove-measure-"))
    print("load before:", *(f"{one:.1f}" for one in os.getloadavg()))
    try:
        if "drives" in chosen.what:
            drives.measure(os.environ["GROVE"], work / "drives", chosen.rounds)
        if "records" in chosen.what:
            records.measure(os.environ["GROVE"], work / "records", chosen.rounds)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print("load after:", *(f"{one:.1f}" for one in os.getloadavg()))


main()
