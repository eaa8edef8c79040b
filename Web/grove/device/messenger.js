/**
 * One device of one person: keys, conversations, messages, contacts. Everything a person does is
 * stored before a method answers; what the relay has still to hear is queued, visibly, and sent in
 * order when the relay is there. All tabs of the origin are one device: one of them, the leader,
 * holds the mailbox stream.
 *
 * ## Events
 *
 * Each says what to look at again; what is true stands in the database. All are `CustomEvent`s, in
 * every tab, whichever tab did it.
 *
 * | type | detail | when |
 * |---|---|---|
 * | `conversations` | `{ conversationID }` | a conversation is new or changed (name, members, photo, last line, unread, state) |
 * | `thread` | `{ conversationID, positions }` | lines were added or changed (delivery, content) at these positions |
 * | `accounts` | `{ accountID }` | somebody's name, keys or device list; this account's own included |
 * | `alarms` | `{}` | a new alarm |
 * | `outbox` | `{}` | what waits has changed |
 * | `sharing` | `{ kind, key }` | a record `sharing/{kind}/{key}` has changed |
 * | `connection` | `{ state }` | see `connection` |
 */

/**
 * @typedef {"online" | "offline" | "connecting" | "signedOut"} Connection
 *   `offline`: the relay is away or the browser has no network; tried again by itself.
 *   `signedOut`: this device is no longer in its account's list: nothing works here any more.
 *
 * @typedef {object} Person
 * @property {string} accountID
 * @property {string} handle the relay's word; empty while unknown
 * @property {string} name the relay's word; the handle, or "Somebody", while unknown
 * @property {boolean} isMe
 *
 * @typedef {object} ConversationSummary
 * @property {string} conversationID
 * @property {string} [name] as somebody named it
 * @property {string} title the name, or the others' names: "Charlie, Dana"; "Only you" when alone
 * @property {Person[]} members this account included
 * @property {number} [photoVersion] present when there is a photo; changes with it
 * @property {"pending" | "active" | "left" | "refused"} state `pending`: the relay has not heard yet
 * @property {number} lastActivityAt
 * @property {ThreadItem} [last] the last line
 * @property {number} unread
 *
 * @typedef {object} Delivery
 * @property {"queued" | "sent" | "delivered" | "failed"} state `sent`: the relay has it durably;
 *   `delivered`: a device of every other member has it
 * @property {string} [reason] of a failure, a stable code
 *
 * @typedef {object} ThreadItem one line of a conversation
 * @property {number} position the order of this device; grows
 * @property {string} conversationID
 * @property {string} [messageID] absent for lines that are no messages
 * @property {string} sender account: who wrote it or caused it
 * @property {string} [senderDevice]
 * @property {number} sentAt the sender's clock; never an order
 * @property {number} receivedAt this device's clock
 * @property {ThreadContent} content
 * @property {boolean} [isFromRemovedDevice] show "sent by a device that has since been removed"
 * @property {Delivery} [delivery] for messages of this account
 *
 * @typedef {{ kind: "text", text: string, attachment?: ThreadAttachment }
 *   | { kind: "link", link: string, title: string, optionsSummary: string, audience?: string,
 *       collaborationID?: string, warning?: string }
 *   | { kind: "notice", text: string, link?: string }
 *   | { kind: "roster", change: "created" | "added" | "removed" | "left" | "renamed" | "photo"
 *       | "refused", subjects: string[], text?: string }
 *   | { kind: "security", change: "device_added" | "device_removed" | "recovered" | "alarm",
 *       accountID: string }
 *   | { kind: "unknown", typeCode: number }} ThreadContent
 *   Of a link `audience` and `collaborationID` are there where the invitation can be used,
 *   `warning` (a stable code) where it is only a plain link. `text` of a roster line: the new name,
 *   or the relay's reason.
 *
 * @typedef {object} ThreadAttachment a file sent as a copy
 * @property {string} name
 * @property {string} mediaType
 * @property {number} size bytes
 *
 * @typedef {object} DeviceSummary
 * @property {string} deviceID
 * @property {boolean} isThisDevice
 * @property {boolean} mayChangeDeviceList
 * @property {boolean} takesPartInCollaborations
 *
 * @typedef {object} Alarm
 * @property {"fork" | "reported_fork" | "hidden_statement" | "rolled_back" | "invalid_chain"
 *   | "handle_moved"} kind
 * @property {string} accountID whose device list
 * @property {number} raisedAt
 * @property {string} [reportedBy] account
 *
 * @typedef {object} SyncReport
 * @property {number} received mailbox entries taken in
 * @property {number} sent the person's actions the relay has now
 * @property {number} queued those that wait
 * @property {import("./messenger-error.js").MessengerError} [interruption] why it stopped early
 *
 * @typedef {object} Place where a device is; a page gives `relayOrigin` only
 * @property {string} [relayOrigin] default: this page's origin
 * @property {string} [name] of the database; default "grove-device"
 */

export class Messenger extends EventTarget {
  /**
   * Opens the device of this browser. Needs no connection.
   *
   * @param {Place} place
   * @returns {Promise<Messenger | null>} null where this browser is no device yet
   */
  static async open(place) { throw place; }

  /**
   * Makes an account with this browser as its first device.
   *
   * @param {Place & { handle: string, displayName: string }} request `handle`: 1 to 64 of
   *   `a-z 0-9 . _ -`; `displayName`: how contacts see the person
   * @returns {Promise<{ messenger: Messenger, recoveryCode: string }>} the code is shown once and
   *   stored nowhere; in groups of four
   * @throws {MessengerError} `handle_taken`, `device_exists`, `relay_unreachable`, `malformed`, …
   */
  static async signUp(request) { throw request; }

  /**
   * Makes this browser a device of an account whose devices are lost.
   *
   * @param {Place & { handle: string, code: string, keepingDevices?: boolean }} request without
   *   `keepingDevices` every other device is dropped
   * @returns {Promise<Messenger>}
   * @throws {MessengerError} `contact_unknown`, `recovery_code_invalid`, `relay_unreachable`, …
   */
  static async recover(request) { throw request; }

  /**
   * Begins to make this browser a device of an account that exists.
   *
   * @param {Place & { confirm: (digits: string) => Promise<boolean> }} request `confirm` is asked
   *   once, with the digits the other device shows, too
   * @returns {Promise<{ text: string, done: Promise<Messenger>, cancel: () => void }>} `text`: the code to
   *   show; `done` rejects with `link_timed_out`, `link_refused`, `cancelled`, …
   */
  static async beginLinking(request) { throw request; }

  /**
   * Forgets everything this browser keeps of the device. For a device that was removed, or a person
   * who wants to start anew.
   *
   * @param {Place} [place]
   * @returns {Promise<void>}
   */
  static async forget(place) { throw place; }

  /** @returns {Person} */
  get me() { throw undefined; }
  /** @returns {string} */
  get deviceID() { throw undefined; }
  /** @returns {string} */
  get relayOrigin() { throw undefined; }
  /** @returns {Connection} */
  get connection() { throw undefined; }
  /** Whether the browser promised to keep the storage. @returns {boolean} */
  get isPersistent() { throw undefined; }

  /** Keeps the device connected until `stop()`; once per tab, whichever leads. @returns {void} */
  start() {}
  /** @returns {Promise<void>} */
  async stop() {}
  /** One round of receiving and sending. A relay that is away is no error. @returns {Promise<SyncReport>} */
  async sync() { throw undefined; }

  /**
   * @param {string} handle
   * @param {{ expecting?: string }} [options] the account of a contact link `…#a=<account>`
   * @returns {Promise<Person>}
   * @throws {MessengerError} `contact_unknown`, `contact_changed`, `relay_unreachable`
   */
  async lookUp(handle, options) { throw [handle, options]; }
  /** @param {string} accountID @returns {Promise<Person>} never fails; what is known here */
  async person(accountID) { throw accountID; }
  /** @param {string} accountID @returns {Promise<string>} */
  async accountName(accountID) { throw accountID; }
  /** @returns {Promise<Person[]>} everybody this device knows, without this account, by name */
  async people() { throw undefined; }

  /** @returns {Promise<ConversationSummary[]>} the newest activity first */
  async conversations() { throw undefined; }
  /** @param {string} id @returns {Promise<ConversationSummary>} @throws {MessengerError} `conversation_unknown` */
  async conversation(id) { throw id; }
  /**
   * The last lines before a position, oldest first.
   * @param {string} conversationID
   * @param {{ before?: number, limit?: number }} [page] default: the newest 50
   * @returns {Promise<ThreadItem[]>}
   */
  async thread(conversationID, page) { throw [conversationID, page]; }
  /** @param {string} conversationID @returns {Promise<void>} */
  async markRead(conversationID) { throw conversationID; }

  /**
   * Answers as soon as the text is stored; its delivery changes by events.
   * @param {string} conversationID
   * @param {string} text
   * @returns {Promise<ThreadItem>}
   * @throws {MessengerError} `conversation_unknown`, `not_a_member`, `limit_exceeded`
   */
  async sendText(conversationID, text) { throw [conversationID, text]; }
  /**
   * Sends a copy of a file, at most 25 MiB.
   * @param {string} conversationID
   * @param {Blob} file
   * @param {{ name?: string, text?: string }} [options] `name` defaults to the file's
   * @returns {Promise<ThreadItem>}
   */
  async sendCopy(conversationID, file, options) { throw [conversationID, file, options]; }
  /**
   * The opened file of an item.
   * @param {ThreadItem} item
   * @returns {Promise<Blob>}
   * @throws {MessengerError} `item_unknown`, `attachment_invalid`, `relay_unreachable`
   */
  async attachment(item) { throw item; }
  /** How many actions wait for the relay. @returns {Promise<number>} */
  async queuedCount() { throw undefined; }

  /**
   * Starts a conversation; without a connection it starts here.
   * @param {{ members: string[], name?: string }} request handles, or account identifiers (43 characters)
   * @returns {Promise<string>} conversationID
   * @throws {MessengerError} `contact_unknown`, `limit_exceeded`, what the relay refuses with
   */
  async createConversation(request) { throw request; }
  /** @param {string} id @param {string} name empty removes it @returns {Promise<void>} */
  async renameConversation(id, name) { throw [id, name]; }
  /** @param {string} id @param {string[]} members handles or accounts @returns {Promise<void>} */
  async addMembers(id, members) { throw [id, members]; }
  /** @param {string} id @param {string[]} members handles or accounts @returns {Promise<void>} */
  async removeMembers(id, members) { throw [id, members]; }
  /** @param {string} id @returns {Promise<void>} */
  async leave(id) { throw id; }
  /** @param {string} id @param {Blob | null} image PNG, JPEG or WebP, at most 256 KiB @returns {Promise<void>} */
  async setPhoto(id, image) { throw [id, image]; }
  /** @param {string} id @returns {Promise<Blob | null>} from here where this version is known */
  async photo(id) { throw id; }

  /** @returns {Promise<DeviceSummary[]>} of this account */
  async devices() { throw undefined; }
  /** @param {string} deviceID @returns {Promise<void>} @throws {MessengerError} `item_unknown`, `last_device` */
  async removeDevice(deviceID) { throw deviceID; }
  /**
   * Takes the device that shows this code into the account.
   * @param {string} text the code the new device shows
   * @param {{ onOffer?: (digits: string) => void, timeLimit?: number }} [options] `onOffer`: digits to show
   *   here; the new device shows the same. `timeLimit`: seconds, 600.
   * @returns {Promise<DeviceSummary>}
   * @throws {MessengerError} `link_code_invalid`, `link_timed_out`, `link_refused`, …
   */
  async linkDevice(text, options) { throw [text, options]; }
  /** @param {string} accountID @returns {Promise<string>} sixty digits in twelve groups */
  async safetyNumber(accountID) { throw accountID; }
  /** @returns {Promise<Alarm[]>} oldest first */
  async alarms() { throw undefined; }

  /** For the modules beside this one: see README.md. @returns {any} */
  get internal() { throw undefined; }
}
