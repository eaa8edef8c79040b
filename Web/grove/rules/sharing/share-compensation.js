/**
 * What is taken back after a failure, so that nothing is left anywhere (design 5.7).
 *
 * @typedef {import("./share-failure.js").ShareFailure} ShareFailure
 * @typedef {import("./share-state.js").ShareState} ShareState
 * @typedef {import("./share-state.js").ShareDirective} ShareDirective
 * @typedef {import("./share-state.js").Compensation} Compensation
 */

/**
 * Everything that may be left elsewhere at this moment, in the order it has to be undone.
 *
 * @param {ShareState} state
 * @returns {Compensation[]}
 */
export function owedIn({ purpose, issued, offered, started, phase }) {
  /** @type {Compensation[]} */
  const owed = [];
  if (purpose.kind === "replacement") {
    // Only what is known to have taken an old root's place can give it back.
    const replaced = issued.flatMap(({ account, root }) => {
      const old = purpose.old.get(account);
      return old === undefined ? [] : [{ old: root, new: old }];
    });
    if (replaced.length > 0) owed.push({ undo: "restoreRoots", replaced });
  } else if (offered.length > 0) {
    owed.push({ undo: "removeRoots", roots: offered });
  }
  const wasAsked = phase === "resolving" ? started !== undefined : phase !== "staged";
  if (purpose.kind === "share" && wasAsked) owed.push({ undo: "cancelStart" });
  return owed;
}

/**
 * Begins to take back what is owed; where nothing is, that is the end.
 *
 * @param {ShareState} state is changed
 * @param {ShareFailure} failure
 * @returns {ShareDirective[]}
 */
export function compensate(state, failure) {
  const owed = owedIn(state);
  // New roots of a replacement nobody confirmed. Taking them away could take a participant's
  // granted access away with them, so they stay, known, until the next replacement removes them.
  const suspects = state.purpose.kind === "replacement"
    ? state.pending.filter(({ root }) => state.offered.includes(root)) : [];
  state.failure = failure;
  state.owed = owed;
  state.phase = owed.length === 0 ? "ended" : "compensating";
  /** @type {ShareDirective[]} */
  const noted = suspects.length === 0 ? [] : [{ to: "suspect", roots: suspects }];
  return [...noted, ...nextCompensation(state)];
}

/** @param {ShareState} state @returns {ShareDirective[]} */
export function nextCompensation({ phase, owed }) {
  if (phase !== "compensating" || owed.length === 0) return [];
  return [{ to: "compensate", compensation: owed[0], step: `compensate ${owed.length}` }];
}

/**
 * The first of what was owed is undone.
 *
 * @param {ShareState} state is changed
 * @returns {ShareDirective[]}
 */
export function compensated(state) {
  if (state.phase !== "compensating") return [];
  state.owed = state.owed.slice(1);
  if (state.owed.length === 0) state.phase = "ended";
  return nextCompensation(state);
}
