/**
 * Where a device keeps what it has to remember: named records, changed together or not at all.
 * Values are what the structured clone algorithm copies: plain data, maps, `bigint`, byte arrays,
 * CryptoKeys.
 *
 * @typedef {object} RecordStore
 * @property {(name: string) => Promise<unknown>} get `undefined` where there is none
 * @property {(changes: Map<string, unknown>) => Promise<void>} put all or none; `undefined` deletes
 * @property {(prefix: string) => Promise<Map<string, unknown>>} list records whose names begin so,
 *   in the order of the names
 * @property {(prefix: string, page: Page) => Promise<[string, unknown][]>} page the last of them,
 *   last first
 *
 * @typedef {{ before?: string, limit: number }} Page `before`: a name; only those before it
 */

/**
 * @param {[string, unknown]} left
 * @param {[string, unknown]} right
 */
export const byName = ([left], [right]) => (left < right ? -1 : 1);

/**
 * @param {Map<string, unknown>} records in the order of their names
 * @param {Page} page
 * @returns {[string, unknown][]}
 */
export const lastOf = (records, { before, limit }) =>
  [...records].filter(([name]) => before === undefined || name < before).slice(-limit).reverse();
