/** Seconds before the same question is asked again. */
const pauses = [1, 2, 4];

/** @param {number} seconds */
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Asks, and where the server could not say whether it carried the request out (`outcome_unknown`)
 * asks again with the same identifiers, until it says so. Until then the outcome stays unknown,
 * whatever keeps the server from answering meanwhile. Not for requests that carry nothing by which
 * the server would know them again.
 *
 * @template Value
 * @param {() => Promise<Value>} ask
 * @param {(error: unknown) => { isUnknown: boolean, isPassing: boolean }} judge
 * @param {(seconds: number) => Promise<unknown>} [pause]
 * @returns {Promise<Value>}
 */
export async function withRetries(ask, judge, pause = wait) {
  let first;
  try {
    return await ask();
  } catch (error) {
    if (!judge(error).isUnknown) throw error;
    first = error;
  }
  for (const seconds of pauses) {
    await pause(seconds);
    try {
      return await ask();
    } catch (error) {
      if (!judge(error).isPassing) throw error;
    }
  }
  throw first;
}

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
