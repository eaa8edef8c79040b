"""A picture of what `grove demo` prints, from standard input, as SVG on standard output."""

import re
import sys
from html import escape

COLOURS = {"✓": "#6fd08c", "✗": "#e58b7b"}
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
LINE, MARGIN = 17.5, 20


def line(text: str, y: float) -> str:
    at = f'<text x="{MARGIN}" y="{y}"'
    if not text.startswith(" "):
        return f'{at} font-weight="bold" fill="#f2f7f4">{escape(text)}</text>'
    mark, said, took = re.fullmatch(r"(\s*[✓✗]?)(.*?)(\s+\(\d+ ms\))?", text).groups()
    colour = COLOURS.get(mark.strip())
    return (f"{at}>" + (f'<tspan fill="{colour}">{mark}</tspan>' if colour else mark) + escape(said)
            + (f'<tspan fill="#7d948a">{took}</tspan>' if took else "") + "</text>")


def main():
    said = [re.sub(r"\x1b\[[0-9;]*m", "", one.rstrip("\n")) for one in sys.stdin]
    y, drawn = float(MARGIN), []
    for text in said:
        y += LINE if text.strip() else LINE / 2
        if text.strip():
            drawn.append(line(text, y - 7.5))
    width = 2 * MARGIN + round(7.85 * max(map(len, said)))
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {round(y + MARGIN)}" width="{width}"'
          f' height="{round(y + MARGIN)}" role="img" aria-label="What grove demo prints">')
    print('<rect width="100%" height="100%" rx="8" fill="#14201b"/>')
    print(f'<g font-family="{FONT}" font-size="13" fill="#d7e4dc" xml:space="preserve">')
    print("\n".join(drawn))
    print("</g></svg>")


if __name__ == "__main__":
    main()
