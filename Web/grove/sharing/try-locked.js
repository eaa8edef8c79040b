/** @type {Set<string>} */
const held = new Set();

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
  held.add(name);
  try {
    await work();
  } finally {
    held.delete(name);
  }
  return true;
}

/**
 * Waits until whoever holds the lock lets go of it, or is gone.
 *
 * @param {string} name
 * @returns {Promise<void>}
 */
export async function released(name) {
  await globalThis.navigator?.locks?.request(name, async () => undefined);
}
