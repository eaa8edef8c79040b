import { holds, same, suite } from "../support/harness.js";
import { load } from "../support/environment.js";

const test = suite("colours");
const css = (await load("Web/ui/tokens.css")) ?? "";
const [light, dark] = css.split("@media (prefers-color-scheme: dark)").map(colours);

/** @param {string} text @returns {Map<string, number[]>} */
function colours(text) {
  const found = [...text.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(found.map(([, name, hex]) =>
    [name, [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)]));
}

/** @param {number[]} colour its relative luminance (WCAG 2.2) */
const luminance = (colour) => {
  const [r, g, b] = colour.map((part) => part <= 0.04045 ? part / 12.92
    : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** @param {Map<string, number[]>} theme @param {string} one @param {string} other */
function contrast(theme, one, other) {
  const [a, b] = [one, other].map((name) => luminance(theme.get(name) ?? []));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const grounds = ["ground", "ground-side", "surface", "raised", "hover", "chosen", "accent-soft"];
const texts = [
  ...grounds.flatMap((ground) => [["text", ground], ["text-quiet", ground],
    ["accent-text", ground]]),
  ["danger", "ground"], ["danger", "ground-side"], ["danger", "surface"], ["danger", "danger-soft"],
  ["danger", "hover"], ["danger", "chosen"],
  ["warning-text", "warning-soft"], ["text", "bubble"], ["accent-text", "bubble"],
  ["on-mine", "bubble-mine"], ["on-accent", "accent"], ["on-accent", "accent-hover"],
    ["ground", "text"],
];
const lines = ["ground", "ground-side", "surface", "raised"].flatMap((ground) =>
  [["line-strong", ground], ["focus", ground]]);

for (const [name, theme] of /** @type {const} */ ([["light", light], ["dark", dark]])) {
  test(`every text stands at 4.5:1 or better on each ground it is used on, ${name}`, () => {
    for (const [text, ground] of texts) {
      const found = contrast(theme, text, ground);
      holds(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
    }
  });
  test(`every line that means something stands at 3:1 or better, ${name}`, () => {
    for (const [line, ground] of lines) {
      const found = contrast(theme, line, ground);
      holds(found >= 3, `${line} on ${ground}: ${found.toFixed(2)}`);
    }
  });
}

test("both themes give the same colours names", () => same([...dark.keys()], [...light.keys()]));
