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

/**
 * What is being done under a lock, where there are no Web Locks.
 *
 * @type {Map<string, Promise<unknown>>}
 */
const held = new Map();

/**
 * Runs `work` unless somebody, in any tab of this origin, holds the lock of this name. A lock ends
 * with the tab that holds it.
 *
 * @param {string} name
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>} whether it was run
 */
export async function tryLocked(name, work) {
  const locks = globalThis.navigator?.locks;
  if (locks) {
    return locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
  }
  // Without Web Locks there is one program and no tabs.
  if (held.has(name)) return false;
  const working = work().finally(() => held.delete(name));
  held.set(name, working);
  await working;
  return true;
}

/** @param {string} name @returns {Promise<boolean>} whether somebody, in any tab, holds this lock */
export async function isHeld(name) {
  const locks = globalThis.navigator?.locks;
  return locks ? ((await locks.query()).held ?? []).some((lock) => lock.name === name) : held.has(name);
}

/**
 * Waits until whoever holds the lock lets go of it, or is gone.
 *
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function released(name) {
  const locks = globalThis.navigator?.locks;
  if (locks) await locks.request(name, async () => undefined);
  else await held.get(name)?.catch(() => undefined);
}
