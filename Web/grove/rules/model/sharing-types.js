/** What the sharing side hands to pages and takes from them: plain data. */

/**
 * @typedef {import("../sharing/collaboration-metadata.js").CollaborationMetadata} CollaborationMetadata
 *
 * @typedef {{ audience: string, collaborationID: string }} CollaborationKey which collaboration:
 *   only the pair names one
 *
 * @typedef {object} CollaborationHighlight a usable invitation
 * @property {string} id the message the newest invitation came in
 * @property {string} link
 * @property {string} audience the app's origin
 * @property {string} collaborationID
 * @property {string} title
 * @property {string} optionsSummary
 * @property {string} sender account; this person's own where they are the initiator
 * @property {string} conversationID
 * @property {number} createdAt when it arrived here
 * @property {boolean} canProve false on a device the identity was not made for: it signs in to the
 *   app like anybody, until the initiator refreshes
 *
 * @typedef {object} DocumentState what a person is shown of a document wherever it stands
 * @property {string} [title] its present one, as far as it was told here; nothing where nothing is known of it
 * @property {string[]} accounts between whom it is shared, as far as this device is told: they can open it
 * @property {string[]} joined those of them of whom this device knows that they are in it
 * @property {{ root: string, name: string }[]} guests who is in it besides, because they asked or had a link: no more is
 *   known of them than what the app calls them
 * @property {true} [isTold] the app's server has told this device who came and went; without it people may be in it of
 *   whom this device does not know that
 * @property {true} [isHeard] the app's server tells this device what happens to it; without it what was told is of then
 * @property {import("../../message/content/document-card.js").DocumentCard} [card] how its app shows it, of the newest
 *   invitation; nobody has checked it
 * @property {string} [firstLines] what its text begins with, as its app's server told last: at most three lines, empty
 *   where nothing is written in it; absent where that was never told, and once it has ended
 * @property {"deleted" | "stopped" | "removed" | "left" | "refused"} [ending] why it cannot be opened any more; `stopped`:
 *   its owner shares it with nobody any more; `left`: this person went; `refused`: the app's server takes none of this
 *   person's identities, and nobody says why
 *
 * @typedef {object} WarnedLink a link that came as an invitation and is not usable as one
 * @property {string} messageID
 * @property {string} link
 * @property {string} title
 * @property {string} sender
 * @property {string} conversationID
 * @property {string} reason a stable code
 * @property {string} sentence one sentence for the person
 * @property {number} receivedAt
 *
 * @typedef {object} FileRepresentation what "send a copy" sends
 * @property {string} name
 * @property {string} mediaType
 * @property {Blob} data at most 25 MiB
 *
 * @typedef {object} SharedContent what an app can provide: for collaboration, as a copy, or both
 * @property {CollaborationMetadata} [metadata]
 * @property {FileRepresentation} [file]
 * @property {Blob} [image] for the header
 *
 * @typedef {object} CollaborationApp an app that is here to answer: a window, through
 *   `../bridge/app-window.js`
 * @property {string} origin
 * @property {string} name shown in the share sheet
 * @property {number} [timeLimit] seconds for an action, where it is not the usual half minute
 * @property {boolean} [asksItsOwner] it does so before anything, and may be told that nobody needs
 *   to answer any more
 * @property {(actionID: string) => void} [withdraw] tells it so; the action is answered all the same
 * @property {(action: StartAction) => Promise<StartAnswer>} start
 * @property {(action: ParticipantsAction) => Promise<ActionAnswer>} updateParticipants
 * @property {(cancellation: ShareCancellation) => Promise<ActionAnswer>} shareCancelled
 *
 * @typedef {object} StartAction asks for link and identifier
 * @property {string} actionID the same when it is repeated
 * @property {CollaborationMetadata} metadata with
 *   `userSelectedShareOptions`
 * @property {number} timeLimit seconds
 *
 * @typedef {{ ok: true, link?: string, collaborationID?: string, epoch?: string }
 *   | NotCarriedOut} StartAnswer the app's word: without link and identifier it is none. `epoch`:
 *   decimal text, where the app knows it
 *
 * @typedef {object} ParticipantsAction asks for identities to be added, removed or replaced
 * @property {string} actionID the same when it is repeated
 * @property {string} collaborationID
 * @property {CollaborationMetadata} metadata
 * @property {string[]} added roots
 * @property {string[]} removed roots
 * @property {{ old: string, new: string }[]} replaced access that was granted moves along
 * @property {NamedPerson[]} [persons] of those of `added` whose person has another identity there
 * @property {boolean} [only] `removed` removes these identities, and leaves their persons what else they have
 * @property {number} timeLimit seconds
 *
 * @typedef {{ root: string, person: string }} NamedPerson an identity, and another one that the same person was given
 *
 * @typedef {{ ok: true, epoch?: string } | NotCarriedOut} ActionAnswer
 *
 * @typedef {{ ok: false, reason: string, isUnchanged?: boolean }} NotCarriedOut `reason`: a sentence
 *   for the person, or empty; `isUnchanged`: nothing was even tried
 *
 * @typedef {object} ShareCancellation a start action's message will not be sent
 * @property {string} actionID the start action's
 * @property {string} [collaborationID] absent where the start action was never answered
 * @property {CollaborationMetadata} metadata
 * @property {number} timeLimit seconds
 *
 * @typedef {object} Draft a share staged in the compose field: plain data
 * @property {string} draftID
 * @property {string} origin the app's
 * @property {import("../sharing/share-sheet.js").ShareHeader} header
 * @property {CollaborationMetadata} [metadata] present for a
 *   collaboration, with what the person selected
 * @property {FileRepresentation} [file] present for a copy
 * @property {string} [conversationID] absent where it goes to people without a conversation yet
 * @property {string[]} recipients everybody it goes to but the sender
 * @property {string} text goes along as a message of its own; may be empty
 * @property {number} createdAt
 * @property {ShareFailure} [failure] why the last attempt failed
 *
 * @typedef {object} DraftStatus
 * @property {Draft} draft
 * @property {"staged" | "queued" | "sending" | "compensating"} state `queued`: sent by the person,
 *   waits for the relay; `compensating`: failed and back, what it left is still being taken back
 * @property {string} summary the line under the title
 * @property {string} [problem] why the last attempt failed, in words
 *
 * @typedef {import("../sharing/share-failure.js").ShareFailure} ShareFailure
 *
 * @typedef {{ outcome: "sent", conversationID: string, collaboration?: CollaborationKey }
 *   | { outcome: "waiting", conversationID: string }
 *   | { outcome: "failed", failure: ShareFailure, sentence: string }} ShareOutcome
 *   `waiting`: the relay is away; it goes on by itself. `failed`: the draft is back
 *
 * @typedef {object} ProofRequest
 * @property {string} origin of who asks: the event's, never the request's word
 * @property {string} collaborationID
 * @property {Uint8Array} data the server's opaque value (protocol 8.8)
 * @property {string[]} [refused] roots the server answered `not_verified` for
 * @property {import("../proofs/proof-births.js").Birth[]} [entered] the account that each of this person's identities there
 *   enters; `IdentityProofs` adds it
 * @property {boolean} [asksAlways] also where the account is known: anybody can have led here
 *
 * @typedef {object} AccountQuestion what the person must see and confirm before their device signs
 * @property {string} audience
 * @property {string} account the app account to be bound
 * @property {string} [previous] the account confirmed before, where it was another
 * @property {string} title of the document, from the invitation
 * @property {boolean} [isConfirmed] they have confirmed this account before
 * @property {boolean} [hasLeft] they left the document by themselves, and would be in it again: the others are told
 * @property {boolean} [isNew] they have no account there: the proof makes this one, or finds it again
 *
 * @typedef {"no_invitation" | "device_not_in_identity" | "raw_proofs_off"
 *   | "account_not_confirmed"} ProofRefusal stable
 *
 * @typedef {object} MadeProof
 * @property {string} json the body for the server's proof route
 * @property {string} root to be named as refused where the server answers `not_verified`
 * @property {{ collaborationID: string, proof: string }[]} [born] for an entry (protocol 8.9.4): further identities of this
 *   person, `proof` in its JSON form
 *
 * @typedef {object} NoticePost
 * @property {import("../../message/content/notice-kinds.js").NoticeKind} kind
 * @property {string} [noticeID] the app's to choose, so that its server can vouch for it first
 * @property {number} [at] default: now
 * @property {string} [root] the mentioned identity, for a mention; who was removed, for that
 * @property {string} [title] what it is called now, where it was renamed
 * @property {import("../../message/content/notice.js").NoticeAttestation} [attestation]
 *
 * @typedef {"no_collaboration" | "unknown_root" | "mentions_self" | "malformed"
 *   | "attestation_required" | "unreachable"} NoticePostRefusal stable; nothing was sent
 *
 * @typedef {object} ShownNotice a banner as a person reads it
 * @property {string} id
 * @property {CollaborationKey} collaboration
 * @property {import("../../message/content/notice-kinds.js").NoticeKind} kind
 * @property {string} text "Charlie and 2 others edited"
 * @property {string} deed "edited": what each of `accounts` did
 * @property {{ account: string, deed: string, at: number }[]} deeds each one's own, and when that was: the newest first
 * @property {string[]} accounts who did it
 * @property {Record<string, string>} names of those whom only the app calls so, by what stands for their account
 * @property {string} title of the document, the present one
 * @property {DocumentState["ending"]} [ending] there is nothing to show any more
 * @property {true} [isEnd] it tells by whose hand the document has ended for this person
 * @property {string} [attribution] whose word it is: absent for a fact, else "Charlie's app says"
 * @property {string} link where "Show" leads
 * @property {string} conversationID
 * @property {number} firstAt
 * @property {number} latestAt
 *
 * @typedef {object} MembershipOffer "update the documents too?"
 * @property {string} conversationID
 * @property {number} version of the conversation that the plan is for
 * @property {{ collaboration: CollaborationKey, title: string, gains: string[], loses: string[], left?: string[],
 *   elsewhere?: Elsewhere[], keeps?: string[] }[]} documents accounts that gain and lose access; `left`: those of `loses`
 *   who left the document by themselves, and would lose only that they may come back; `elsewhere`: those of `loses` with
 *   whom it was shared in other conversations too; `keeps`: those of whom the person says that they keep what they have
 *   there
 *
 * @typedef {{ account: string, conversations: string[] }} Elsewhere somebody, and where else a document is shared with them
 *
 * @typedef {object} IdentityRenewal a participant whose devices changed since the identity was made
 * @property {CollaborationKey} collaboration
 * @property {string} conversationID
 * @property {string} account
 * @property {string} root
 * @property {"device_removed" | "devices_replaced" | "device_added"} reason `devices_replaced`: none of those devices is
 *   theirs any more, as after a recovery. But for `device_added` soon to be replaced
 * @property {number} since when the account's list of devices last changed, by the clock of the device that signed it
 * @property {boolean} isAlarmed something about its devices does not fit together
 */

export {};
