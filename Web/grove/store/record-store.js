/**
 * Where a device keeps what it has to remember: named records, changed together or not at all.
 * Values are what the structured clone algorithm copies: plain data, maps, `bigint`, byte arrays,
 * CryptoKeys. A name tells the type of what is kept under it (`rules/model/record-names.js`).
 *
 * @template Value
 * @typedef {import("../rules/model/records.js").Name<Value>} Name
 */

/**
 * @typedef {object} RecordStore
 * @property {<Value>(name: Name<Value>) => Promise<Value | undefined>} get `undefined` where there
 *   is none
 * @property {(changes: Map<string, unknown>) => Promise<void>} put all or none; `undefined` deletes
 * @property {<Value>(beginning: Name<Value>) => Promise<Map<Name<Value>, Value>>} list records whose
 *   names begin so, in the order of the names
 * @property {<Value>(beginning: Name<Value>, page: Page) => Promise<[Name<Value>, Value][]>} page the
 *   last of them, last first
 *
 * @typedef {{ before?: string, limit: number }} Page `before`: a name; only those before it
 *
 * A device's store, which can also be forgotten.
 *
 * @typedef {RecordStore & { clear: () => Promise<void>, close: () => void }} DeviceStore
 */

/**
 * @param {[string, unknown]} left
 * @param {[string, unknown]} right
 */
export const byName = ([left], [right]) => (left < right ? -1 : 1);

/**
 * @template {string} Key
 * @template Entry
 * @param {Map<Key, Entry>} records in the order of their names
 * @param {Page} page
 * @returns {[Key, Entry][]}
 */
export const lastOf = (records, { before, limit }) =>
  [...records].filter(([name]) => before === undefined || name < before).slice(-limit).reverse();
