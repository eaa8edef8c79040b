/**
 * What the rules about arriving contents are told, and what they answer.
 *
 * @typedef {object} ContentArrival where a verified message came from
 * @property {string} messageID
 * @property {string} sender
 * @property {string} senderDevice
 * @property {string} conversationID
 * @property {boolean} isFromRemovedDevice
 * @property {number} sentAt
 * @property {number} receivedAt
 *
 * @typedef {object} Fetched what is known when a content is judged
 * @property {import("../../message/statement-chain.js").StatementChain} myChain
 * @property {boolean} isRefreshed the own chain was fetched since it arrived
 * @property {boolean} [isLate] it has waited long enough
 *
 * @typedef {object} ContentHost this device's secrets, which no rule sees
 * @property {() => Promise<import("../../identity/base-key.js").BaseKey>} baseKey
 * @property {(bytes: Uint8Array) => Promise<Uint8Array>} seal under a key of this device
 * @property {(identity: import("../../message/prepared-identity.js").PreparedIdentity,
 *   leaf: import("../../message/prepared-identity.js").PreparedLeaf) =>
 *   Promise<import("../invitations/usable-identity.js").StoredIdentity>} derive this device's key
 *
 * @typedef {Fetched & { myAccount: string, host: ContentHost }} Situation
 *
 * @typedef {object} Judgement what becomes of a content
 * @property {string} [dropped] why nothing does
 * @property {PendingContent["need"]} [need] what it waits for
 *
 * @typedef {object} PendingContent a content that cannot be judged yet. It is sealed: an invitation
 *   has a seed in it
 * @property {ContentArrival} arrival
 * @property {number} contentType
 * @property {"own_chain" | "published_keys"} need this account's own device list (protocol 6.3
 *   (d)), or the keys of an audience (12.4)
 * @property {string} audience the content's
 * @property {Uint8Array} sealed
 */

export {};
