/**
 * What a rule reads and writes. A rule is synchronous and takes everything from its parameters, so
 * it may be run again from its beginning: where a record has still to be fetched, or something has to
 * be verified first, the reader throws, the shell fetches it, and the rule begins anew
 * (`store/staged-records.js`). So no rule keeps anything outside of its records, and none catches
 * what its reader throws.
 */

/**
 * A record's name, with the type of what is kept under it. The beginning of a name stands for all
 * records whose names begin so.
 *
 * @template Value
 * @typedef {string & { readonly value?: Value }} Name
 */

/**
 * @typedef {object} Reader
 * @property {<Value>(name: Name<Value>) => Value | undefined} get
 * @property {<Value>(beginning: Name<Value>) => Map<Name<Value>, Value>} list in the order of the
 *   names
 * @property {(account: import("./known-account.js").StoredAccount) =>
 *   import("../../message/statement-chain.js").StatementChain} chain its history, verified
 * @property {<Value>(work: () => Promise<Value>) => Value} ask what only asynchronous mathematics can
 *   answer: a signature that is verified, a key that is derived. The same work for the same rule and
 *   the same records, in the same order
 *
 * @typedef {object} Writer
 * @property {<Value>(name: Name<Value>, value: Value | undefined) => void} put `undefined` deletes
 *
 * @typedef {Reader & Writer} Records
 */

/**
 * @template Value
 * @param {Reader} records
 * @param {Name<Value>} beginning
 * @returns {Value[]} in the order of their names
 */
export const all = (records, beginning) => [...records.list(beginning).values()];
