/** @type {{ suite: string, name: string, body: () => unknown }[]} */
const tests = [];
/** @type {string[]} */
const notes = [];
/**
 * @param {string} suite what its tests are about
 * @returns {(name: string, body: () => unknown) => void} takes a test, named by the sentence it
 *   proves
 */
export const suite = (suite) => (name, body) => tests.push({ suite, name, body });

/** @param {string} text what was not tried, and why */
export const note = (text) => notes.push(text);

/**
 * Runs every test, one after the other.
 *
 * @returns {Promise<{ passed: number, failures: string[], notes: string[], slowest: string }>}
 */
export async function run() {
  const failures = [];
  let slowest = { name: "", time: 0 };
  for (const { suite, name, body } of tests) {
    const begin = performance.now();
    try {
      await body();
    } catch (error) {
      failures.push(`${suite}: ${name}\n    ${error instanceof Error ? error.stack : error}`);
    }
    const time = performance.now() - begin;
    if (time > slowest.time) slowest = { name, time };
  }
  const passed = tests.length - failures.length;
  return { passed, failures, notes, slowest: `${slowest.name} (${Math.round(slowest.time)} ms)` };
}

/** @param {unknown} value */
function shown(value) {
  const plain = (_, member) => {
    if (typeof member === "bigint") return `${member}n`;
    if (member instanceof Uint8Array) return `bytes ${Array.from(member)}`;
    if (member instanceof Map) return [...member];
    return member;
  };
  return JSON.stringify(value, plain) ?? String(value);
}

/**
 * @param {unknown} actual
 * @param {unknown} expected compared member by member
 */
export function same(actual, expected) {
  if (shown(actual) !== shown(expected)) {
    throw new Error(`got ${shown(actual)}\n    not ${shown(expected)}`);
  }
}

/**
 * @param {unknown} condition
 * @param {string} [what]
 */
export function holds(condition, what = "") {
  if (!condition) throw new Error(`does not hold ${what}`);
}

/**
 * @param {string} code of the error that is expected
 * @param {() => unknown} body
 * @param {string} [what]
 */
export async function throwsCode(code, body, what = "") {
  let error;
  try {
    await body();
  } catch (thrown) {
    error = thrown;
  }
  if (!error) throw new Error(`nothing was thrown ${what}`);
  if (/** @type {{ code?: string }} */ (error).code !== code) throw error;
}
