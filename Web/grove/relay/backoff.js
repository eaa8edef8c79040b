const [first, longest] = [250, 30_000];

/**
 * When to try again. Delays double from the first to the longest; half of each is random, so that a
 * thousand devices that lost one relay at one moment do not come back at one moment.
 *
 * @param {number} attempt 1 for the first try after something that worked
 * @param {number} random 0 to 1
 * @param {number} [retryAfter] seconds the relay asked for
 * @returns {number} milliseconds to wait
 */
export function backoff(attempt, random, retryAfter = 0) {
  const full = Math.min(longest, first * 2 ** Math.min(attempt - 1, 20));
  return Math.max(full / 2 + (random * full) / 2, retryAfter * 1000);
}
