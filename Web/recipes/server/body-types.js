/**
 * The bodies of the server's interface that the pages read (its `/openapi.yaml` says more). Numbers
 * of 64 bits and times come as decimal texts.
 *
 * @typedef {object} ShareOptions
 * @property {"readWrite" | "readOnly"} access
 * @property {boolean} allowsComments
 * @property {boolean} allowsMentions
 *
 * @typedef {object} Document
 * @property {string} documentID
 * @property {string} title
 * @property {string} location
 * @property {string} owner
 * @property {string} [ownerDisplayName] in lists
 * @property {"owner" | "readWrite" | "readOnly"} access
 * @property {string} createdAt
 * @property {string} [updatedAt] its newest edit, comment or title, or its making; in lists
 * @property {string} lastSequence
 * @property {string} [collaborationID] once it is shared
 * @property {ShareOptions} [options]
 * @property {number} [knocks] how many ask for access, to its owner; in lists
 *
 * @typedef {object} Shared a document's collaboration
 * @property {string} documentID
 * @property {string} collaborationID
 * @property {string} link
 * @property {string} epoch
 *
 * @typedef {object} FileTerms how something in a drive is shared
 * @property {"invited" | "link"} who comes in
 * @property {"readWrite" | "readOnly"} access of those who do
 *
 * @typedef {object} FileShare a file or folder that is shared
 * @property {string} collaborationID
 * @property {string} link
 * @property {string} path in the drive of whoever asks
 * @property {string} name as its owner calls it
 * @property {boolean} isFolder
 * @property {string} size
 * @property {FileTerms["who"]} who
 * @property {FileTerms["access"]} access
 * @property {"owner" | "readWrite" | "readOnly"} yours
 * @property {string} owner
 * @property {string} ownerDisplayName
 * @property {string} epoch
 *
 * @typedef {object} Me the account that is signed in
 * @property {string} account
 * @property {string} displayName
 * @property {boolean} [hasPassword]
 * @property {boolean} [isEnteredByProof] whether a proof has made it (protocol 8.9)
 * @property {string} [signInName] what they sign in with, where that is not `account`
 * @property {boolean} [isLinked] whether the provider signs them in too
 *
 * @typedef {object} SessionEntry where this account is signed in
 * @property {string} sessionID
 * @property {string} createdAt
 * @property {string} lastUsedAt to within ten minutes
 * @property {string} expiresAt
 * @property {string} device "Firefox on Linux"; may be empty
 * @property {boolean} isCurrent this one
 *
 * @typedef {object} DocumentEvent
 * @property {string} sequence
 * @property {"edit" | "comment" | "renamed" | "moved" | "deleted" | "optionsChanged" | "granted"
 *   | "removed" | "left" | "knocked"} kind
 * @property {string} [account] who did it
 * @property {string} [displayName]
 * @property {string} at
 * @property {string} [data]
 * @property {string} [updateID]
 * @property {string} [title]
 * @property {string} [location]
 * @property {ShareOptions} [options]
 * @property {string} [subject] whom it is about
 *
 * @typedef {object} Present one window or program of one account
 * @property {string} account
 * @property {string} displayName
 * @property {string} clientID
 * @property {string} state
 * @property {string} expiresAt
 *
 * @typedef {object} Participant
 * @property {string} root
 * @property {string} [account] once somebody proved
 * @property {string} [displayName]
 * @property {string} addedAt
 * @property {string} [boundAt] when they did
 * @property {string} addedBy
 * @property {string} [person] to the owner alone: another identity of the same person, there or not
 *
 * @typedef {object} ParticipantList
 * @property {string} owner
 * @property {string} ownerDisplayName
 * @property {Participant[]} participants
 *
 * @typedef {object} Knock somebody who asks for access
 * @property {string} knockID
 * @property {string} account
 * @property {string} displayName
 * @property {string} [note]
 * @property {string} at
 *
 * @typedef {"removed" | "left" | "stopped" | "deleted" | "signed_out" | "too_slow" | "no_access"} EndReason `no_access`:
 *   the server has not said why
 */
export {};
