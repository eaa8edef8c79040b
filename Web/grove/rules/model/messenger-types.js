/**
 * What a messenger answers with: plain data.
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
 * @property {number} unread messages
 * @property {{ accountID: string, name?: string, title: string, at: number, receivedAt: number }[]} mentions that nobody has
 *   read: by whom (`name`: as only the app calls them), in which document, when; the oldest first
 * @property {import("../attention/attention-rules.js").Attention} attention what of it is to be told
 * @property {number} counted of messages and mentions those that are
 * @property {string} [requestedBy] who asks, of those in `requests()`
 *
 * @typedef {object} Undelivery somebody a message has not reached, on none of their devices
 * @property {string} accountID
 * @property {string} reason the relay's code: `mailbox_full` (it is tried again), `not_delivered`
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
 * @property {Undelivery[]} [undelivered] whom of those it is for it has not reached
 *
 * @typedef {{ kind: "text", text: string, attachment?: ThreadAttachment }
 *   | { kind: "link", link: string, title: string, optionsSummary: string, audience?: string,
 *       collaborationID?: string, warning?: string, isOlder?: true }
 *   | { kind: "notice", text: string, link?: string }
 *   | { kind: "roster", change: "created" | "added" | "removed" | "left" | "renamed" | "photo"
 *       | "refused" | "not_added", subjects: string[], text?: string }
 *   | { kind: "security", change: "device_added" | "device_removed" | "recovered" | "alarm",
 *       accountID: string }
 *   | { kind: "unknown", typeCode: number }} ThreadContent
 *   Of a link `audience` and `collaborationID` are there where the invitation can be used,
 *   `warning` (a stable code) where it is only a plain link, `isOlder` where the document was shared there once more
 *   since. `text` of a roster line: the new name,
 *   or the relay's reason.
 *
 * @typedef {object} ThreadAttachment a file sent as a copy
 * @property {string} name
 * @property {string} mediaType
 * @property {number} size bytes
 * @property {import("../../message/content/text.js").AttachmentReference} [reference] how to fetch and
 *   open it; absent while this device has still to upload it
 *
 * @typedef {object} DeviceSummary
 * @property {string} deviceID
 * @property {boolean} isThisDevice
 * @property {boolean} mayChangeDeviceList
 * @property {boolean} takesPartInCollaborations
 * @property {number} [lastSeenAt] the relay's word; absent while it is away
 * @property {number} [receivesUntil] from then on nobody writes to it, unless it comes back before
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
 */

export {};
