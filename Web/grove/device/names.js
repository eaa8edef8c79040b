/**
 * What records are called: see README.md. Positions are written so that the order of the names is
 * their order.
 */

/** @param {number | bigint} position */
const place = (position) => String(position).padStart(12, "0");

export const names = Object.freeze({
  account: (/** @type {string} */ account) => `account/${account}`,
  handle: (/** @type {string} */ handle) => `handle/${handle}`,
  /** Somebody named a statement that is not in the known chain. */
  wanted: (/** @type {string} */ account) => `wanted/${account}`,
  conversation: (/** @type {string} */ id) => `conversation/${id}`,
  photo: (/** @type {string} */ id) => `photo/${id}`,
  item: (/** @type {string} */ id, /** @type {number} */ position) => `item/${id}/${place(position)}`,
  message: (/** @type {string} */ message, /** @type {string} */ device) =>
    `message/${message}/${device}`,
  seen: (/** @type {string} */ device, /** @type {string} */ message) => `seen/${device}/${message}`,
  receipt: (/** @type {string} */ message, /** @type {string} */ account) =>
    `receipt/${message}/${account}`,
  owed: (/** @type {string} */ id, /** @type {string} */ to, /** @type {string} */ message) =>
    `owed/${id}/${to}/${message}`,
  told: (/** @type {string} */ id) => `told/${id}`,
  ignored: (/** @type {bigint} */ sequence) => `ignored/${place(sequence)}`,
  /** An envelope of a message request, until it is accepted. */
  held: (/** @type {bigint} */ sequence) => `held/${place(sequence)}`,
  /** Whom a message has not reached, while it is tried again. */
  undelivered: (/** @type {string} */ message) => `undelivered/${message}`,
  outbox: (/** @type {number} */ position) => `outbox/${place(position)}`,
  attachment: (/** @type {string} */ message) => `attachment/${message}`,
  kem: (/** @type {number} */ keyID) => `kem/${keyID}`,
});

/**
 * The next of a growing series.
 *
 * @param {import("./staged-records.js").StagedRecords} records
 * @param {string} series
 * @returns {Promise<number>} 1, 2, 3, …
 */
export async function nextNumber(records, series) {
  const next = ((await records.get(`counter/${series}`)) ?? 0) + 1;
  records.put(`counter/${series}`, next);
  return next;
}
