import GroveIdentity
import GroveMessage

@testable import MessengerDomain

/// What chance comes to too seldom.
extension DocumentStateTranscript {
  static func scripted() throws -> [Script] {
    (names + endings + people).map { name, events in
      Script(name: name, start: ["me": .bytes(Fixed.account(1))], events: events)
    }
  }

  /// What it is called.
  private static let names: [(String, [JSONValue])] = [
    (
      "identities that are refreshed under the old name do not bring it back, and a new name does",
      [
        invited(10, "Recipes"), renamed("Rye", at: 5), invited(11, "Recipes"),
        invited(12, "Rye"), invited(13, "Oat"), renamed("Rye", at: 6),
      ]
    ),
    (
      "an older renaming that comes later changes nothing, nor does one without a name",
      [
        invited(10, "Recipes"), renamed("Rye", at: 5), renamed("Oat", at: 4),
        renamed("", at: 6), renamed("Oat", at: 5),
      ]
    ),
    (
      "a clock that is ahead does not keep the name from changing again",
      [
        invited(10, "Recipes"), renamed("Rye", at: 4_000_000, now: 5),
        renamed("Oat", at: 6, now: 6),
      ]
    ),
    (
      "who is invited later, in whichever conversation, reads the present name",
      [
        ["is": "shared", "conversationID": .bytes(DeviceRows.conversations[0])],
        ["is": "shared", "conversationID": .bytes(DeviceRows.conversations[1])],
        renamed("Rye", at: 5), deleted,
      ]
    ),
    (
      "who is invited later sees what is written by then, under the present name",
      [
        [
          "is": "shared", "conversationID": .bytes(DeviceRows.conversations[0]),
          "firstLines": "Flour",
        ],
        ["is": "shared", "conversationID": .bytes(DeviceRows.conversations[1])],
        renamed("Rye", at: 5).with("firstLines", "Rye\nWater"),
        edited(20).with("firstLines", "Rye\nWater"), edited(20).with("firstLines", ""),
      ]
    ),
    (
      "whose inviter says a new title reads it until the server tells one",
      [
        ["is": "addressed"], invited(10, "Recipes"), retitled("Rye", by: 2),
        retitled("Oat", by: 3), renamed("Soup", at: 5),
        retitled("Late", by: 2), invited(11, "Oat"), retitled("Broth", by: 2),
        retitled("Broth", by: 2),
      ]
    ),
    (
      "whom the server tells nothing any more reads what the inviter says, the first title again, too",
      [
        invited(10, "Recipes"), renamed("Soup", at: 5), retitled("Oat", by: 3),
        renamed("Soup", at: 6), retitled("Late", by: 2), renamed("Rye", at: 7),
        retitled("Late", by: 2), retitled("Recipes", by: 2),
      ]
    ),
  ]

  /// Why it cannot be opened any more.
  private static let endings: [(String, [JSONValue])] = [
    (
      "who was taken out is told so, and opens it again with a newer invitation",
      [
        invited(10, "Recipes"), gone(10), asked([10]), invited(11, "Recipes"),
        asked([10]), asked([10, 11]), asked([10]), gone(10),
      ]
    ),
    (
      "who went is not told that somebody took them out, and may come back",
      [
        invited(10, "Recipes"), gone(10).with("isOwn", true), revoked(10),
        invited(11, "Recipes"), revoked(11), invited(12, "Recipes"),
        gone(12).with("isOwn", true), asked([]), signed, came(12),
        gone(12).with("isOwn", true), came(12).with("isOwn", true), gone(12),
        came(12).with("at", 1),
        came(12),
      ]
    ),
    (
      "what its owner stopped sharing stays so, whichever of one's identities the server names",
      [
        invited(10, "Recipes"), invited(11, "Recipes"), gone(10).with("isEnd", true),
        gone(11), asked([10, 11]), invited(12, "Recipes"), revoked(12), deleted,
        gone(12).with("isEnd", true), asked([]),
      ]
    ),
    (
      "that the server refuses says less than that the invitation was taken back",
      [invited(10, "Recipes"), asked([10]), revoked(10), asked([])]
    ),
    (
      "whose inviter says that it is over for everybody reads how, until the server has told otherwise",
      [
        invited(10, "Recipes"), asked([10]), revoked(10).with("ended", "deleted"),
        invited(11, "Recipes"), revoked(11).with("ended", "stopped"), invited(12, "Recipes"),
        gone(12), revoked(12).with("ended", "deleted"),
      ]
    ),
  ]

  /// Whom nothing ends for.
  private static let people: [(String, [JSONValue])] = [
    (
      "somebody who has gone is counted no more until they come back",
      [
        invited(10, "Recipes"), gone(20), gone(20), came(20), came(20), gone(21), gone(99),
        deleted,
      ]
    ),
    (
      "who comes is in it, and who does something, until they go; who was only invited is not",
      [
        ["is": "addressed"], invited(10, "Recipes"), edited(10), came(20).with("actor", root(10)),
        came(20).with("actor", root(20)), gone(20).with("actor", root(20)), edited(20),
        came(20).with("actor", root(20)), gone(20).with("actor", root(10)),
      ]
    ),
    (
      "whom nobody invited has the name that the app gives, the newest, and none after they went",
      [
        invited(10, "Recipes"), came(90).with("actor", root(10)).with("name", "Zoe"),
        came(91).with("actor", root(91)).with("name", "Eve"),
        edited(90).with("name", "Zoe"), edited(90).with("name", "Zoe B."), edited(92),
        gone(90).with("actor", root(10)), edited(90).with("name", "Zoe B."),
        came(93).with("name", "Una"), deleted,
      ]
    ),
    (
      "who is told of under several identities is one person, whichever is told first",
      [
        invited(10, "Recipes"), introduced(90, notice: 1), introduced(20, notice: 1),
        introduced(91, notice: 2), gone(20).with("actor", root(10)),
        introduced(20, notice: 3), introduced(90, notice: 3),
      ]
    ),
    (
      "who is there already is told under each of their identities, by name under one, in any order",
      [
        invited(10, "Recipes").with("map", ofThree(10)), found(90, notice: 1).with("name", "Zoe"),
        found(30, notice: 1), gone(30).with("actor", root(30)), came(30).with("actor", root(20)),
        found(30, notice: 2), found(90, notice: 2).with("name", "Zoe"), found(91, notice: 2),
        found(92, notice: 3).with("name", "Eve"), found(93, notice: 3),
      ]
    ),
    (
      "who came as nobody known and is named by a later invitation is in it",
      [
        invited(10, "Recipes"), came(30).with("actor", root(30)).with("name", "Zoe"),
        invited(11, "Recipes").with("map", ofThree(11)),
      ]
    ),
    (
      "who was out does not know who came or went meanwhile, until they are told who is there",
      [
        invited(10, "Recipes").with("map", ofThree(10)), came(30).with("actor", root(30)),
        gone(10).with("actor", root(20)), invited(11, "Recipes"),
        came(11).with("actor", root(11)).with("isOwn", true),
        found(30, notice: 1).with("actor", root(11)),
      ]
    ),
    (
      "whom their inviter names anew may come, but for who left by themselves, and whom this person has invited stays known",
      [
        invited(10, "Recipes").with("map", ofThree(10)),
        gone(30).with("actor", root(30)), gone(10).with("actor", root(20)),
        invited(11, "Recipes").with("map", ofThree(11)), came(11).with("isOwn", true),
        came(30).with("actor", root(30)), gone(11).with("actor", root(20)),
        invited(12, "Recipes").with("map", ofThree(12)),
        [
          "is": "shared", "conversationID": .bytes(DeviceRows.conversations[1]),
          "participants": [["account": .bytes(Fixed.account(3)), "root": root(30)]],
        ],
        gone(12).with("actor", root(20)), deleted,
      ]
    ),
    (
      "of what nobody invited this person to nothing is known",
      [gone(10), asked([10]), renamed("Rye", at: 1), deleted]
    ),
  ]

  private static func invited(_ root: Int, _ title: String) -> JSONValue {
    [
      "is": "invited", "by": .bytes(Fixed.account(2)), "epoch": "1",
      "conversationID": .bytes(DeviceRows.conversations[0]), "title": .text(title),
      "map": [
        ["account": .bytes(Fixed.account(1)), "root": .bytes(Fixed.root(root))],
        ["account": .bytes(Fixed.account(2)), "root": .bytes(Fixed.root(20))],
      ],
    ]
  }

  private static func revoked(_ root: Int) -> JSONValue {
    ["is": "revoked", "root": .bytes(Fixed.root(root))]
  }

  private static func retitled(_ title: String, by account: UInt8) -> JSONValue {
    ["is": "retitled", "title": .text(title), "by": .bytes(Fixed.account(account))]
  }

  private static let signed: JSONValue = ["is": "signed"]
  private static func asked(_ refused: [Int]) -> JSONValue {
    ["is": "asked", "refused": .list(refused) { .bytes(Fixed.root($0)) }]
  }

  private static func renamed(_ title: String, at: UInt64, now: UInt64 = 9) -> JSONValue {
    told("renamed").with("title", .text(title)).with("at", .number(at)).with("now", .number(now))
  }

  private static func gone(_ root: Int) -> JSONValue {
    told("removedCollaborator").with("root", .bytes(Fixed.root(root)))
  }

  private static func came(_ root: Int) -> JSONValue {
    told("addedCollaborator").with("root", .bytes(Fixed.root(root)))
  }

  private static func edited(_ actor: Int) -> JSONValue {
    told("edit").with("actor", root(actor))
  }

  /// Somebody else let them in; a server tells of it in one notice under each of their identities.
  private static func introduced(_ number: Int, notice: Int) -> JSONValue {
    came(number).with("actor", root(10)).with("name", "Zoe")
      .with("noticeID", .bytes(Fixed.bytes(notice, NoticeID.self)))
  }

  /// The server tells a newcomer of who is there already, in one notice under each of their identities.
  private static func found(_ number: Int, notice: Int) -> JSONValue {
    came(number).with("actor", root(10)).with("isOwn", true)
      .with("noticeID", .bytes(Fixed.bytes(notice, NoticeID.self)))
  }

  /// This person's identity, who shared it, and somebody else.
  private static func ofThree(_ mine: Int) -> JSONValue {
    .list([(1, mine), (2, 20), (3, 30)]) { account, number in
      ["account": .bytes(Fixed.account(UInt8(account))), "root": root(number)]
    }
  }

  private static func root(_ number: Int) -> JSONValue { .bytes(Fixed.root(number)) }

  private static let deleted = told("deleted")

  private static func told(_ kind: String) -> JSONValue {
    ["is": "told", "kind": .text(kind), "at": 7, "now": 9]
  }
}
