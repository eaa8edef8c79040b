/** @type {Map<string, Promise<unknown>>} */
const queues = new Map();

/**
 * Runs `work` while nobody else, in no tab of this origin, holds the lock of this name. A lock ends
 * with the tab that holds it.
 *
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export function locked(name, work) {
  const locks = globalThis.navigator?.locks;
  if (locks) {
    return new Promise((resolve, reject) => {
      let isBegun = false;
      // What began says itself how it ended: WebKit rejects the request as the page is left.
      locks.request(name, () => {
        const done = work();
        isBegun = true;
        done.then(resolve, reject);
        return done;
      }).catch((error) => isBegun || reject(error));
    });
  }
  // Without Web Locks there is one program and no tabs.
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(name, turn.catch(() => undefined));
  return turn;
}
