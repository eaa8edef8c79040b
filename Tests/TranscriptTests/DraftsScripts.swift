import GroveIdentity
import GroveMessage

@testable import GroveSystem
@testable import MessengerDomain

/// The long way of a share: sent, its identities renewed, lost on the way and renewed again, its
/// people changed. Chance comes to its end too seldom.
extension DraftsTranscript {
  static func scripted() throws -> [Script] {
    let people = [1, 2, 3].map { Fixed.account(UInt8($0)) }
    let conversation = ConversationRecord(
      conversationID: DeviceRows.conversations[0], members: people, version: 1, state: .active,
      lastActivityAt: DeviceRows.now)
    var script = RandomScript(seed: 0)
    let start = DeviceRows.start(&script).with("conversations", .list([conversation.json]))
    let shared = sending(people)
    let renewed =
      shared + [renewal(people, 10, procedure: 61), renewal(people, 10, procedure: 62)]
    let lost =
      renewed + asking(people, procedure: 61, roots: 20)
      + [step(61, ["is": "updateFailed", "failure": ShareFailure.updateFailed("no").json])]
    let again =
      lost + [renewal([people[1]], 10, procedure: 63)]
      + asking([people[1]], procedure: 63, roots: 30)
      + [step(63, ["is": "updated", "epoch": "3"]), step(63, ["is": "uploaded"])]
    return [
      Script(
        name: "renewed", start: start,
        events: renewed + asking(people, procedure: 61, roots: 20)
          + [step(61, ["is": "updated", "epoch": "1"]), step(61, ["is": "uploaded"])]),
      Script(name: "renewed, lost and renewed again", start: start, events: again),
      Script(
        name: "people come and go", start: start,
        events: shared + [told([1, 2, 4]), agreement(64)]
          + asking([Fixed.account(4)], procedure: 64, roots: 40)
          + [
            step(64, ["is": "updated", "epoch": "4"]), step(64, ["is": "uploaded"]), told([1]),
            renewal([people[1]], 10, procedure: 65),
          ]),
    ]
  }

  private static func step(_ procedure: Int, _ event: JSONValue, own: Int? = nil) -> JSONValue {
    [
      "is": "procedure", "procedureID": .bytes(Fixed.bytes(procedure, RequestID.self)),
      "event": event, "own": own.map { .bytes(Fixed.root($0)) } ?? .null,
    ]
  }

  /// From the draft to the message that has left.
  private static func sending(_ people: [AccountID]) -> [JSONValue] {
    let draft = JSONValue.bytes(Fixed.bytes(1, RequestID.self))
    let started = ShareProcedure.Started(
      link: "https://docs.example/d/1", collaborationID: place.collaborationID, epoch: 1)
    var events: [JSONValue] = [
      ["is": "staged", "draftID": draft, "at": .number(DeviceRows.now)],
      [
        "is": "sent", "draftID": draft, "conversationID": .bytes(DeviceRows.conversations[0]),
        "procedureID": .bytes(Fixed.bytes(60, RequestID.self)),
      ],
    ]
    events += asking(people, procedure: 60, roots: 10, started: started)
    return events + [step(60, ["is": "updated", "epoch": "2"]), step(60, ["is": "uploaded"])]
  }

  /// From the beginning to the question whether the app adds the roots.
  private static func asking(
    _ people: [AccountID], procedure: Int, roots: Int, started: ShareProcedure.Started? = nil
  ) -> [JSONValue] {
    let statement = StatementReference(seq: 1, hash: Fixed.bytes(1))
    let resolutions = JSONValue.list(people) {
      ShareResolution.found($0, statement, devices: 1).json
    }
    let issued = JSONValue.list(people) {
      ShareProcedure.IssuedRoot(
        account: $0, root: Fixed.root(roots + Int($0.bytes[0])), statement: statement
      ).json
    }
    let isMine = people.contains(Fixed.account(1))
    return [step(procedure, ["is": "begin"])]
      + [step(procedure, ["is": "resolved", "resolutions": resolutions])]
      + (started.map { [step(procedure, ["is": "started", "started": $0.json])] } ?? [])
      + [step(procedure, ["is": "issued", "roots": issued], own: isMine ? roots + 1 : nil)]
  }

  private static func renewal(_ people: [AccountID], _ roots: Int, procedure: Int) -> JSONValue {
    [
      "is": "renewed", "conversationID": .bytes(DeviceRows.conversations[0]),
      "procedureID": .bytes(Fixed.bytes(procedure, RequestID.self)),
      "old": .list(people) {
        ["account": .bytes($0), "root": .bytes(Fixed.root(roots + Int($0.bytes[0])))]
      },
    ]
  }

  private static func told(_ people: [UInt8]) -> JSONValue {
    [
      "is": "told", "conversationID": .bytes(DeviceRows.conversations[0]), "version": "2",
      "members": .list(people) { .bytes(Fixed.account($0)) },
    ]
  }

  private static func agreement(_ procedure: Int) -> JSONValue {
    [
      "is": "agreed", "conversationID": .bytes(DeviceRows.conversations[0]),
      "procedureID": .bytes(Fixed.bytes(procedure, RequestID.self)),
      "gains": [.bytes(Fixed.account(4))], "loses": [.bytes(Fixed.account(3))],
    ]
  }
}
