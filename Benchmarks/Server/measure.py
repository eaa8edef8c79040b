"""What the server's work costs over HTTP. script/measure-server runs it."""

import argparse
import os
import pathlib
import shutil
import tempfile

import drives
import flames
import grants
import opening
import plot
import records
import relay
import streams
import writes

PARTS = {"drives": drives, "records": records, "grants": grants, "streams": streams, "relay": relay, "writes": writes,
         "opening": opening}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", choices=[*PARTS, "flames", []], default=[*PARTS])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--plot", type=pathlib.Path, help="an SVG with the ratios")
    parser.add_argument("--into", type=pathlib.Path, help="the folder for flame graphs", default=flames.FOLDER)
    chosen = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="grove-measure-"))
    print("load before:", *(f"{one:.1f}" for one in os.getloadavg()))
    ratios = []
    try:
        for name, part in PARTS.items():
            if name in chosen.what:
                ratios += part.measure(os.environ["GROVE"], work / name, chosen.rounds) or []
        if "flames" in chosen.what:
            flames.draw(os.environ["GROVE"], work / "flames", chosen.into)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print("load after:", *(f"{one:.1f}" for one in os.getloadavg()))
    for name, ratio, peer in ratios:
        print(f"  {name:32} {ratio:5.2f} × {peer}")
    if chosen.plot and ratios:
        chosen.plot.write_text(plot.bars(ratios))


main()
