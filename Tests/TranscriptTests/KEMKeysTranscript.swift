import GroveIdentity
import GroveMessage
import GroveTesting

@testable import MessengerDomain

/// When a device makes, publishes and forgets KEM keys.
struct KEMKeysTranscript: TranscriptRule {
  static let name = "kem-keys"
  private var keys: [(record: KEMKeyRecord, isPublished: Bool)] = []
  private var lastKeyID: UInt32
  private let device: TestDevice

  init(start: JSONValue) throws {
    device = try TestDevice("kem")
    lastKeyID = UInt32(try start["lastKeyID"].number())
    for key in start["keys"].list {
      keys.append(
        (
          try record(
            UInt32(key["keyID"].number()), key["notBefore"].number(), key["notAfter"].number()),
          key["isPublished"].flag
        ))
    }
  }

  private func record(_ keyID: UInt32, _ notBefore: UInt64, _ notAfter: UInt64) throws
    -> KEMKeyRecord
  {
    try KEMKeyRecord(
      accountID: .zero, deviceID: device.id, keyID: keyID, notBefore: notBefore,
      notAfter: notAfter, kemPublicKey: device.kemKey.publicKey)
  }

  mutating func handle(_ event: JSONValue) throws -> TranscriptStep {
    var directives: [JSONValue] = []
    switch try event["is"].text() {
    case "round":
      let now = try event["now"].number()
      let round = KEMKeyRules.round(
        keys.map(\.record), lastKeyID: lastKeyID, at: now,
        drainedAt: try event["drainedAt"].map { try $0.number() })
      directives += round.forgotten.map { ["to": "delete", "keyID": .number(Int($0))] }
      keys.removeAll { round.forgotten.contains($0.record.keyID) }
      if let keyID = round.made {
        let (notBefore, notAfter) = KEMKeyRotation.validity(madeAt: now)
        directives.append([
          "to": "make", "keyID": .number(Int(keyID)), "notBefore": .number(notBefore),
          "notAfter": .number(notAfter),
        ])
        keys.append((try record(keyID, notBefore, notAfter), false))
        lastKeyID = keyID
      }
      directives += keys.filter { !$0.isPublished }.map {
        ["to": "publish", "keyID": .number(Int($0.record.keyID))]
      }
    case "published":
      let keyID = try event["keyID"].number()
      for index in keys.indices where UInt64(keys[index].record.keyID) == keyID {
        keys[index].isPublished = true
      }
    // The relay refused it: its time was over before it heard of it. The next round makes another.
    default: break
    }
    return TranscriptStep(
      event: event, directives: directives,
      answer: [
        "keys": .list(keys) {
          [
            "keyID": .number(Int($0.record.keyID)), "notBefore": .number($0.record.notBefore),
            "notAfter": .number($0.record.notAfter), "isPublished": .bool($0.isPublished),
          ]
        }, "lastKeyID": .number(Int(lastKeyID)),
      ])
  }
}

extension KEMKeysTranscript {
  private static let day: UInt64 = 86_400_000
  private static let t0: UInt64 = 1_700_000_000_000

  static func random(_ script: inout RandomScript) throws -> (start: JSONValue, rule: Self) {
    let isNew = script.chance(20)
    let last: UInt32 = script.chance(5) ? .max : isNew ? 0 : 5
    let start: JSONValue = [
      "keys": isNew
        ? .null
        : .list([
          [
            "keyID": .number(Int(last)), "notBefore": .number(t0),
            "notAfter": .number(t0 + 30 * day),
            "isPublished": .bool(script.chance(80)),
          ]
        ]), "lastKeyID": .number(Int(last)),
    ]
    return (start, try Self(start: start))
  }

  func nextEvent(_ script: inout RandomScript) throws -> JSONValue {
    let newest = keys.last?.record
    if let newest, script.chance(35) {
      return [
        "is": script.chance(80) ? "published" : "refused",
        "keyID": .number(Int(script.chance(90) ? newest.keyID : 77)),
      ]
    }
    let base = newest?.notBefore ?? Self.t0
    let steps: [UInt64] = [
      0, 60_000, Self.day, 7 * Self.day - 1, 7 * Self.day, 30 * Self.day - 1, 30 * Self.day,
      44 * Self.day - 1, 44 * Self.day, 80 * Self.day,
    ]
    let now = script.chance(6) ? base - Self.day : base + script.one(steps)
    let drained: JSONValue =
      script.chance(50) ? .null : .number(min(now, base + script.one(steps)))
    return ["is": "round", "now": .number(now), "drainedAt": drained]
  }

  func feature(_ before: Self, _ step: TranscriptStep) -> String {
    let kind = (try? step.event["is"].text()) ?? ""
    let words = Set(step.directives.map { (try? $0["to"].text()) ?? "" }).sorted()
    let drained = step.event["drainedAt"].isNull ? "" : "drained"
    let newest = before.keys.last?.record
    let now = (try? step.event["now"].number()) ?? 0
    let age =
      newest.map {
        now < $0.notBefore
          ? "before its time" : now >= $0.notAfter ? "after its time" : "in its time"
      } ?? "no key"
    return [kind, age, drained, words.joined(separator: " "), keys.count > 1 ? "several" : ""]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
