import GroveIdentity
import GroveMessage

@testable import MessengerDomain

/// What conversations tell of a document that was shared in several, or in one of them twice.
extension PushInboxTranscript {
  private static let begin: UInt64 = 1_700_000_040_000

  /// By account 2, with roots that are ten times the accounts' numbers and the number of the sharing.
  private static func shared(_ number: Int, with accounts: [Int], in place: Int) -> JSONValue {
    [
      "is": "invited", "by": .bytes(Fixed.account(2)), "epoch": .decimal(UInt64(1 + number)),
      "conversationID": .bytes(DeviceRows.conversations[place]),
      "map": .list([1, 2] + accounts) { account in
        [
          "account": .bytes(Fixed.account(UInt8(account))),
          "root": .bytes(Fixed.root(account * 10 + number)),
        ]
      },
    ]
  }

  private static func takenBack(_ roots: [Int]) -> JSONValue {
    [
      "is": "updated", "by": .bytes(Fixed.account(2)), "epoch": .decimal(1), "added": .list([]),
      "removed": .list(roots) { .bytes(Fixed.root($0)) },
    ]
  }

  private static func roster(
    _ place: Int, _ members: [Int], _ state: ConversationRecord.State = .active
  ) -> JSONValue {
    [
      "is": "roster", "conversationID": .bytes(DeviceRows.conversations[place]),
      "members": .list(members) { .bytes(Fixed.account(UInt8($0))) },
      "state": .text(state.rawValue),
    ]
  }

  private static func told(
    _ kind: NoticeKind, _ counter: UInt64, by actor: Int, of subject: Int? = nil,
    named name: String? = nil, minute: UInt64 = 0
  ) -> JSONValue {
    let at = begin + minute * 60_000
    return [
      "is": "pushed", "at": .number(at),
      "notice": [
        "noticeID": .bytes(Fixed.bytes(Int(counter), NoticeID.self)),
        "audience": "https://docs.example", "collaborationID": "doc-1",
        "kind": .text(kind.rawValue), "at": .number(at), "counter": .decimal(counter),
        "root": subject.map { .bytes(Fixed.root($0)) } ?? .null,
        "name": name.map { .text($0) } ?? .null,
        "attestation": [
          "keyID": .text(PushedNotice.keyID), "root": .bytes(Fixed.root(actor)),
          "signedBy": "key-1",
        ],
      ],
    ]
  }

  static func conversations() -> [Script] {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return [
      Script(
        name:
          "a conversation tells of its own people, with their time, and of who is in none in each",
        start: start,
        events: [
          shared(0, with: [3], in: 0), roster(0, [1, 2, 3]), shared(1, with: [4], in: 1),
          roster(1, [1, 2, 4]), told(.edit, 1, by: 30), told(.edit, 2, by: 41, minute: 4),
          told(.edit, 3, by: 20, minute: 5), told(.edit, 4, by: 30, minute: 5),
          told(.edit, 5, by: 41, minute: 40), told(.mention, 6, by: 30, of: 10),
          told(.comment, 7, by: 99, named: "Zoe"), roster(0, [1, 2]), roster(0, [1, 2], .left),
          roster(1, [1, 2, 4], .refused), ["is": "revoked", "root": .bytes(Fixed.root(10))],
          ["is": "revoked", "root": .bytes(Fixed.root(11))],
        ]),
      Script(
        name:
          "what is shared once more adds nobody who has it, and whom nobody knows is not told of",
        start: start,
        events: [
          shared(0, with: [3], in: 0), roster(0, [1, 2, 3, 4]), shared(1, with: [3, 4], in: 0),
          told(.addedCollaborator, 1, by: 20, of: 21), told(.addedCollaborator, 2, by: 20, of: 11),
          told(.addedCollaborator, 3, by: 20, of: 31), told(.addedCollaborator, 4, by: 20, of: 55),
          told(.addedCollaborator, 5, by: 30, of: 31), told(.addedCollaborator, 6, by: 20, of: 41),
          told(.addedCollaborator, 7, by: 20), told(.removedCollaborator, 8, by: 20),
          told(.removedCollaborator, 9, by: 20, of: 55),
          told(.removedCollaborator, 10, by: 20, of: 41),
        ]),
      Script(
        name: "who is in already does not come by another identity, until they have gone",
        start: start,
        events: [
          shared(0, with: [3], in: 0), shared(1, with: [3], in: 1),
          told(.addedCollaborator, 1, by: 31, of: 31), told(.addedCollaborator, 2, by: 30, of: 30),
          told(.removedCollaborator, 3, by: 31, of: 31),
          told(.removedCollaborator, 4, by: 30, of: 30),
          told(.addedCollaborator, 5, by: 30, of: 30), shared(2, with: [3], in: 0),
        ]),
    ] + comings(start)
  }

  private static func comings(_ start: JSONValue) -> [Script] {
    [
      Script(
        name: "who joins is not told of as added or gone besides, and others who went are",
        start: start,
        events: [
          shared(0, with: [3, 4], in: 0), told(.addedCollaborator, 1, by: 20, of: 40),
          told(.addedCollaborator, 2, by: 20, of: 30), told(.addedCollaborator, 3, by: 40, of: 40),
          told(.removedCollaborator, 4, by: 30, of: 30, minute: 1),
          told(.removedCollaborator, 5, by: 40, of: 40, minute: 1),
          told(.addedCollaborator, 6, by: 30, of: 30, minute: 2),
        ]),
      Script(
        name:
          "that somebody had come, or was removed, is no news once they were given it again and have not come",
        start: start,
        events: [
          shared(0, with: [3, 4], in: 0), told(.addedCollaborator, 1, by: 30, of: 30),
          told(.addedCollaborator, 2, by: 40, of: 40),
          told(.removedCollaborator, 3, by: 20, of: 30),
          shared(1, with: [3, 4], in: 0), told(.addedCollaborator, 4, by: 31, of: 31, minute: 9),
        ]),
      Script(
        name: "who was taken out or left is named, though their inviter has said it before",
        start: start,
        events: [
          shared(0, with: [3, 4], in: 0), roster(0, [1, 2, 3, 4]),
          told(.addedCollaborator, 1, by: 30, of: 30), told(.addedCollaborator, 2, by: 40, of: 40),
          takenBack([30, 40]), told(.removedCollaborator, 3, by: 20, of: 30),
          told(.removedCollaborator, 4, by: 40, of: 40), told(.edit, 5, by: 30),
          takenBack([10]), told(.removedCollaborator, 6, by: 20, of: 10, minute: 1),
        ]),
      Script(
        name: "a guest whom the server tells of as somebody who is known is that person",
        start: start,
        events: [
          shared(0, with: [3], in: 0), told(.edit, 1, by: 99, named: "Zoe"), told(.edit, 2, by: 30),
          told(.edit, 2, by: 99), told(.edit, 3, by: 99, named: "Zoe", minute: 1),
        ]),
      Script(
        name: "whom somebody let in has a name, and whose hand it was has none by that",
        start: start,
        events: [
          shared(0, with: [3], in: 0),
          told(.addedCollaborator, 1, by: 88, of: 99, named: "Zoe"),
          told(.addedCollaborator, 2, by: 20, of: 99, named: "Zoe"),
          told(.edit, 3, by: 88, named: "Ben"), told(.addedCollaborator, 4, by: 88, of: 88),
        ]),
    ]
  }

  /// Of how it ends, and by whose hand.
  static func ends() -> [Script] {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    return [
      Script(
        name:
          "by whose hand it ended is told also after the invitation was taken back, and puts away what was news",
        start: start,
        events: [
          told(.deleted, 1, by: 20), shared(0, with: [3], in: 0), told(.edit, 2, by: 20),
          told(.mention, 3, by: 30, of: 10), ["is": "revoked", "root": .bytes(Fixed.root(10))],
          told(.edit, 4, by: 30), told(.removedCollaborator, 5, by: 20, of: 30),
          told(.removedCollaborator, 6, by: 20, of: 10, minute: 1),
          shared(1, with: [3], in: 0), told(.edit, 7, by: 20, minute: 2),
          ["is": "revoked", "root": .bytes(Fixed.root(11))], told(.deleted, 8, by: 20, minute: 3),
        ]),
      Script(
        name: "what had ended and was given again does not come back as news when it ends anew",
        start: start,
        events: [
          shared(0, with: [3], in: 0), roster(0, [1, 2, 3]), told(.edit, 1, by: 30),
          told(.removedCollaborator, 2, by: 20, of: 10), shared(1, with: [3], in: 0),
          ["is": "revoked", "root": .bytes(Fixed.root(11))],
        ]),
      Script(
        name: "who wants no notices any more does not know who is there",
        start: start,
        events: [
          shared(0, with: [3, 4], in: 0), roster(0, [1, 2, 3, 4]),
          told(.addedCollaborator, 1, by: 30, of: 30), ["is": "wanted", "isWanted": false],
          ["is": "wanted", "isWanted": true], told(.removedCollaborator, 2, by: 20, of: 40),
        ]),
      Script(
        name:
          "what has ended for everybody has ended by who shared it, by whichever identity it is told",
        start: start,
        events: [
          shared(0, with: [3], in: 0), told(.edit, 1, by: 88, named: "Jens"),
          told(.deleted, 2, by: 88, named: "Jens", minute: 1),
        ]),
      Script(
        name:
          "where several have shared it, an identity that nobody knows is a guest's, of an end as well",
        start: start,
        events: [
          shared(0, with: [3], in: 0),
          shared(1, with: [3], in: 1).with("by", .bytes(Fixed.account(4))),
          told(.deleted, 1, by: 88, named: "Jens"),
        ]),
    ]
  }

  /// Of what its person has seen already.
  static func seen() -> [Script] {
    let start: JSONValue = ["me": .bytes(Fixed.account(1))]
    func putAway(_ notices: [Int], by account: UInt8 = 1) -> JSONValue {
      [
        "is": "putAway", "by": .bytes(Fixed.account(account)),
        "notices": .list(notices) { .bytes(Fixed.bytes($0, NoticeID.self)) },
      ]
    }
    return [
      Script(
        name: "what happened before the document was last open is shown no more, but that it ended",
        start: start,
        events: [
          shared(0, with: [3], in: 0), told(.edit, 1, by: 20),
          told(.addedCollaborator, 2, by: 10, of: 10, minute: 5), told(.edit, 3, by: 20, minute: 5),
          told(.mention, 4, by: 20, of: 10, minute: 4), told(.edit, 5, by: 20, minute: 6),
          told(.edit, 6, by: 30, minute: 3),
          told(.addedCollaborator, 7, by: 10, of: 10, minute: 2), told(.edit, 8, by: 30, minute: 4),
          told(.removedCollaborator, 9, by: 20, of: 10, minute: 1),
          told(.deleted, 10, by: 20, minute: 1),
        ]),
      Script(
        name: "what is put away on one device goes away on the others, and does not come later",
        start: start,
        events: [
          putAway([1]), shared(0, with: [3], in: 0), told(.edit, 1, by: 20), told(.edit, 2, by: 30),
          told(.mention, 3, by: 20, of: 10), putAway([1, 3], by: 2),
          putAway([1, 3]).with("isFromRemovedDevice", true),
          putAway([1, 3]).with("isElsewhere", true), putAway([1, 3, 5]), putAway([5]),
          told(.edit, 5, by: 30), putAway([2]), told(.edit, 6, by: 20),
        ]),
    ]
  }
}
