/** Whether this page is in front of somebody: what comes is read, and needs no calling. */
export const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * @param {() => void} act whenever this page begins or ends to be looked at
 */
export function onLook(act) {
  document.addEventListener("visibilitychange", act);
  addEventListener("focus", act);
  addEventListener("blur", act);
}

/** While a page is looked at it holds this lock; who cannot have it knows that some page is. */
const lockName = "grove/looked-at";

/** Says to the other tabs whether this one is looked at. */
export function sayWhetherLookedAt() {
  /** @type {AbortController | undefined} */
  let held;
  const look = () => {
    if (isLookedAt() === Boolean(held)) return;
    if (held) {
      held.abort();
      held = undefined;
      return;
    }
    const { signal } = held = new AbortController();
    void navigator.locks?.request(lockName, { mode: "shared" }, () =>
      signal.aborted || new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true })));
  };
  onLook(look);
  look();
}

/** Milliseconds: a tab that looks away lets go, and one that asks the same has its answer, long before. */
const patience = 1000;

/** @returns {Promise<boolean>} whether somebody looks at this page or at another of this messenger, and goes on to */
export async function isAnyLookedAt() {
  if (isLookedAt()) return true;
  // Asked first: where no tab holds it, a machine that is too busy to answer in time does not make it so. In browsers
  // without locks no other tab would know.
  const locks = await navigator.locks?.query();
  const known = [...(locks?.held ?? []), ...(locks?.pending ?? [])];
  if (!known.some(({ name, mode }) => name === lockName && mode === "shared")) return false;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), patience);
  try {
    await navigator.locks.request(lockName, { signal: waiting.signal }, () => {});
    return false;
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return true;
  } finally {
    clearTimeout(timer);
  }
}
