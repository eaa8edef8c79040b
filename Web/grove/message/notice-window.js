/**
 * Which counters of one sending device and collaboration have been used (protocol 12.6): the
 * highest, and which of the 64 up to it; and the newest 64 identifiers, for a notice that comes
 * again under another counter.
 *
 * @typedef {{ highest: bigint, seen: bigint, recent: string[] }} NoticeWindow
 */

const size = 64n;

/**
 * @param {NoticeWindow | undefined} window nothing where the sender is new
 * @param {bigint} counter
 * @param {string} noticeID
 * @returns {NoticeWindow | undefined} nothing for a notice seen before or too far behind
 */
export function acceptCounter(window, counter, noticeID) {
  if (!window) return { highest: counter, seen: 1n, recent: [noticeID] };
  if (window.recent.includes(noticeID)) return undefined;
  const marked = mark(window, counter);
  if (!marked) return undefined;
  return { ...marked, recent: [...window.recent, noticeID].slice(-Number(size)) };
}

/**
 * @param {NoticeWindow} window bit i of `seen`: `highest - i` has been seen
 * @param {bigint} counter
 */
function mark({ highest, seen }, counter) {
  if (counter > highest) {
    const step = counter - highest;
    return { highest: counter, seen: step >= size ? 1n : BigInt.asUintN(64, seen << step) | 1n };
  }
  const behind = highest - counter;
  if (behind >= size || seen & (1n << behind)) return undefined;
  return { highest, seen: seen | (1n << behind) };
}
