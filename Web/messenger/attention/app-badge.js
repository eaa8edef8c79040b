import { find, set } from "../../ui/dom.js";

/**
 * What browsers have that show a number on the icon of an installed page.
 *
 * @typedef {Navigator & { setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void> }} Badging
 */

let shown = 0;
/** @type {{ address: string, drawing: Promise<string> } | undefined} the icon as it is without a number */
let plain;

/**
 * Shows how much there is to be read on the icon of the page, in its tab and where it is installed.
 *
 * @param {number} count
 */
export function showCount(count) {
  if (count === shown) return;
  shown = count;
  const { setAppBadge, clearAppBadge } = /** @type {Badging} */ (navigator);
  // Where there is nothing to show it on, it is refused.
  void (count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator))?.catch(() => undefined);
  void drawIcon(count).catch(() => undefined);
}

/** @param {number} count */
async function drawIcon(count) {
  const link = find('link[rel="icon"]');
  const address = plain?.address ?? String(link.getAttribute("href"));
  plain ??= { address, drawing: fetch(address).then((answer) => answer.text()) };
  if (count === 0) return set(link, "href", address);
  const drawing = await plain.drawing;
  if (count === shown) set(link, "href", `data:image/svg+xml,${encodeURIComponent(iconWith(drawing, count))}`);
}

/**
 * @param {string} drawing an icon of 64 by 64, as SVG
 * @param {number} count
 * @returns {string} the same with the number in its corner
 */
export const iconWith = (drawing, count) => drawing.replace(/<\/svg>\s*$/, '<circle cx="44" cy="44" r="20" fill="#b3261e"/>'
  + '<text x="44" y="53" font-family="sans-serif" font-weight="bold" font-size="26" text-anchor="middle" fill="#fff">'
  + `${count > 9 ? "9+" : count}</text></svg>`);
