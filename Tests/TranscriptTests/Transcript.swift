import Foundation
import GroveIdentity
import GroveTesting

/// What a rule said to one event.
struct TranscriptStep: Hashable, Sendable {
  var event: JSONValue
  var changes: [JSONValue] = []
  var directives: [JSONValue] = []
  var answer: JSONValue = .null
  var sentence: String?

  var json: JSONValue {
    [
      "event": event, "changes": .list(changes), "directives": .list(directives),
      "answer": answer, "sentence": sentence.map(JSONValue.text) ?? .null,
    ]
  }
}

/// A starting state, events in their order, and what the rule said to each (docs/TRANSCRIPTS.md).
struct Transcript: Hashable, Sendable {
  var name: String
  var start: JSONValue
  var steps: [TranscriptStep]

  var text: String {
    var lines = ["    {", "      \"name\": \(JSONValue.text(name).line),"]
    lines.append("      \"start\": \(start.line),")
    lines.append("      \"events\": [")
    lines.append(steps.map { "        " + $0.json.line }.joined(separator: ",\n"))
    return (lines + ["      ]", "    }"]).joined(separator: "\n")
  }
}

/// A rule as something that is told events in JSON and answers in JSON. The recorder, the replay and
/// the generator all go through it.
protocol TranscriptRule {
  /// The file's name.
  static var name: String { get }
  init(start: JSONValue) throws
  mutating func handle(_ event: JSONValue) throws -> TranscriptStep
  /// One starting state and events for it, at random.
  static func random(_ generator: inout RandomScript) throws -> (start: JSONValue, rule: Self)
  /// What may happen next.
  func nextEvent(_ generator: inout RandomScript) throws -> JSONValue
  /// What a step showed, in a few words: one of each is recorded.
  func feature(_ before: Self, _ step: TranscriptStep) -> String
  /// What chance comes to too seldom: starting states and events, written down by hand.
  static func scripted() throws -> [Script]
}

/// A starting state and events, before a rule has said anything to them.
struct Script {
  var name: String
  var start: JSONValue
  var events: [JSONValue]
}

extension TranscriptStep {
  /// Lists of an answer that tell how things stand.
  private static let standing: Set = [
    "banners", "visible", "drafts", "shared", "keys", "owed", "participants", "selected",
    "disabled", "addresses", "choices", "renewals", "unasked", "joined", "guests", "news",
  ]

  /// What stands as it stood after the step before is not said again; what is empty now is null.
  ///
  /// - Parameter stood: what was said last, by name.
  func sparing(_ stood: inout [String: JSONValue]) -> TranscriptStep {
    guard case .object(let members) = answer else { return self }
    var kept: [JSONValue.Member] = []
    for member in members
    where !Self.standing.contains(member.name) || stood[member.name] != member.value {
      kept.append(member)
    }
    for name in stood.keys.sorted() where answer[name].isNull {
      kept.append(JSONValue.Member(name: name, value: .null))
      stood[name] = nil
    }
    for member in members where Self.standing.contains(member.name) {
      stood[member.name] = member.value
    }
    var spared = self
    spared.answer = kept.isEmpty ? .null : .object(kept)
    return spared
  }
}

extension TranscriptRule {
  static func scripted() throws -> [Script] { [] }

  static func record(_ name: String, _ start: JSONValue, _ events: [JSONValue]) throws -> Transcript
  {
    var rule = try Self(start: start)
    var stood: [String: JSONValue] = [:]
    let steps = try events.map { try rule.handle($0).sparing(&stood) }
    return Transcript(name: name, start: start, steps: steps)
  }

  /// A transcript that the seed makes, and what each of its steps shows.
  static func generated(seed: UInt64, count: Int) throws -> (
    transcript: Transcript, features: [String]
  ) {
    var script = RandomScript(seed: seed)
    var (start, rule) = try random(&script)
    var steps: [TranscriptStep] = []
    var features: [String] = []
    var stood: [String: JSONValue] = [:]
    for _ in 0..<count {
      let before = rule
      let step = try rule.handle(try rule.nextEvent(&script))
      features.append(rule.feature(before, step))
      steps.append(step.sparing(&stood))
    }
    return (Transcript(name: "seed \(seed)", start: start, steps: steps), features)
  }
}

/// `Tests/Vectors/transcripts/RULE.json`.
enum TranscriptFile {
  static func url(_ rule: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Vectors/transcripts/\(rule).json")
  }

  static func read(_ rule: String) throws -> [JSONValue] {
    try JSONValue(parsing: Data(contentsOf: url(rule)))["transcripts"].list
  }

  static func write(_ rule: String, _ transcripts: [Transcript], to url: URL) throws {
    let text =
      "{\n  \"rule\": \"\(rule)\",\n  \"transcripts\": [\n"
      + transcripts.map(\.text).joined(separator: ",\n") + "\n  ]\n}\n"
    try Data(text.utf8).write(to: url)
  }
}

/// Chance that follows from a seed, with the small alphabets of identifiers that make events meet.
struct RandomScript {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func upTo(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &generator) }
  mutating func chance(_ percent: Int) -> Bool { upTo(100) < percent }
  mutating func one<Value>(_ values: [Value]) -> Value { values[upTo(values.count)] }
  mutating func some<Value>(_ values: [Value]) -> [Value] { values.filter { _ in chance(50) } }
}

/// Identifiers that are easy to tell apart in a file.
enum Fixed {
  static func account(_ number: UInt8) -> AccountID {
    AccountID(unchecked: [UInt8](repeating: number, count: 32))
  }
  static func root(_ number: Int) -> RootHash {
    RootHash(
      unchecked: [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
        + [UInt8](repeating: 0xEE, count: 30))
  }
  static func bytes<Value: FixedBytes>(_ number: Int, _ type: Value.Type = Value.self) -> Value {
    Value(
      unchecked: [UInt8(number >> 8 & 0xFF)]
        + [UInt8](repeating: UInt8(number & 0xFF), count: Value.byteCount - 1))
  }
}
