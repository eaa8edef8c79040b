/**
 * What the sharing side does with what arrives: each runs in the decision that stores what it is
 * about, and is a rule itself.
 *
 * @typedef {import("../model/records.js").Records} Records
 * @typedef {import("../../message/statement-chain.js").StatementChain} StatementChain
 *
 * @typedef {object} ContentContext
 * @property {import("../../message/opened-envelope.js").VerifiedMessage} message
 * @property {string} conversationID
 * @property {StatementChain} myChain
 * @property {boolean} isRefreshed the own chain was fetched since it arrived
 * @property {number} now
 *
 * @typedef {object} SharingHooks
 * @property {(content: import("../../message/content/message-content.js").MessageContent,
 *   context: ContentContext, records: Records) => { dropped?: string }} [receive] a content of the
 *   types invitation, membership update, notice and notice addresses
 * @property {(roster: import("./roster-rules.js").StoredConversation, records: Records,
 *   change: { gone: string[], at: number }) => void}
 *   [rosterChanged] `gone`: accounts that have left it or were removed; `at`: the relay's clock
 * @property {(after: StatementChain, records: Records) => void} [devicesChanged]
 */

export {};
