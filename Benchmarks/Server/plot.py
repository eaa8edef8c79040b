"""Ratios as an SVG of bars on a logarithmic axis, so that half and twice are as far from one."""

import html
import math

WIDTH, ROW, LEFT, TOP = 720, 34, 250, 30
# The axis reaches from a sixteenth to sixteen times.
REACH = 4


def place(ratio: float) -> float:
    share = (max(-REACH, min(REACH, math.log2(ratio))) + REACH) / (2 * REACH)
    return LEFT + share * (WIDTH - LEFT - 70)


def bars(rows: list[tuple[str, float, str]]) -> str:
    height = TOP + ROW * len(rows) + 16
    one = place(1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>']
    for power in range(-REACH, REACH + 1, 2):
        x = place(2.0 ** power)
        label = f"{2 ** power}×" if power >= 0 else f"1/{2 ** -power}×"
        out.append(f'<path d="M{x:.0f} {TOP - 8}V{height - 8}" stroke="#ccc"/>'
                   f'<text x="{x:.0f}" y="{TOP - 14}" text-anchor="middle" fill="#666">{label}</text>')
    for number, (name, ratio, peer) in enumerate(rows):
        y = TOP + ROW * number
        x = place(ratio)
        out.append(f'<text x="{LEFT - 10}" y="{y + 12}" text-anchor="end">{html.escape(name)}</text>'
                   f'<text x="{LEFT - 10}" y="{y + 25}" text-anchor="end" fill="#666" font-size="10">beside {html.escape(peer)}</text>'
                   f'<rect x="{min(x, one):.0f}" y="{y + 3}" width="{abs(x - one):.0f}" height="18" fill="#3a7d44"/>'
                   f'<text x="{max(x, one) + 6:.0f}" y="{y + 17}">{ratio:.2f}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
