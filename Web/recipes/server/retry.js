/** Seconds before the same question is asked again; the messenger has the same rule (`withRetries`). */
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
