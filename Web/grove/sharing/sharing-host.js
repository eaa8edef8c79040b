/**
 * What the sharing side needs of the device it belongs to.
 *
 * @typedef {object} SharingHost
 * @property {string} accountID
 * @property {string} deviceID
 * @property {string} relayOrigin
 * @property {() => number} now
 * @property {Pick<import("../store/record-store.js").RecordStore, "get" | "list" | "page">} store
 * @property {<Value>(decide: (records: Records) => Value) => Promise<Value>} change one
 *   decision, one transaction
 * @property {<Value>(rule: (records: import("../rules/model/records.js").Reader) => Value) =>
 *   Promise<Value>} look what a rule finds
 * @property {(account: string) => Promise<StatementChain>} newestChain as the relay has it now,
 *   verified
 * @property {(account: string) => Promise<StatementChain | undefined>} settledChain the same, once each device on it
 *   can be written to; nothing where one cannot
 * @property {() => Promise<boolean>} isDeviceComing a device of this account was just added, and cannot be written
 *   to yet
 * @property {() => Promise<import("../identity/base-key.js").BaseKey>} baseKey
 * @property {(message: OutgoingMessage) => Promise<{ envelopes: Uint8Array[] }
 *   | { unreachable: string }>} sealContents
 * @property {(envelopes: Uint8Array[], isFinal: boolean) => Promise<unknown>} upload
 * @property {(serverKey: string) => Promise<{ addressID: string, endpoint: string }>} makeNoticeAddress
 *   at the relay
 * @property {(addressID: string) => Promise<void>} endNoticeAddress there too; ended before is fine
 * @property {(bytes: Uint8Array) => Promise<Uint8Array>} seal under a key of this device that cannot
 *   be exported
 * @property {(sealed: Uint8Array) => Promise<Uint8Array>} open
 * @property {() => void} wake somebody has put something into the outbox, or for the next round
 * @property {(account: string) => Promise<string>} accountName
 * @property {(request: { members: string[] }) => Promise<string>} createConversation
 * @property {(conversationID: string, file: Blob, options: { name: string, text: string }) =>
 *   Promise<import("../rules/model/messenger-types.js").ThreadItem>} sendCopy
 * @property {() => Promise<unknown>} sync
 *
 * @typedef {import("../rules/model/records.js").Records} Records
 * @typedef {import("../message/statement-chain.js").StatementChain} StatementChain
 * @typedef {import("../rules/conversations/outbox-rules.js").OutgoingMessage} OutgoingMessage
 */

/**
 * This device, at this moment.
 *
 * @param {SharingHost} host
 * @returns {import("../rules/model/stored-device.js").Me}
 */
export const meOf = ({ accountID, deviceID, now }) => ({ accountID, deviceID, now: now() });
