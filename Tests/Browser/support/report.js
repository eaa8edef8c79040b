/**
 * Prints how a run went, failures last.
 *
 * @param {string} runtime
 * @param {Awaited<ReturnType<typeof import("./harness.js").run>>} outcome
 * @param {number} time in milliseconds
 * @returns {number} an exit status
 */
export function report(runtime, { passed, failures, notes, slowest }, time) {
  for (const text of notes) console.log(`  note: ${text}`);
  for (const failure of failures) console.log(`  FAILED ${failure}`);
  const seconds = (time / 1000).toFixed(1);
  console.log(`${runtime}: ${passed} passed, ${failures.length} failed in ${seconds} s`);
  if (slowest) console.log(`  slowest: ${slowest}`);
  return failures.length > 0 || passed === 0 ? 1 : 0;
}
