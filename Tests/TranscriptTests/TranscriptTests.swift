import Foundation
import GroveTesting
import MessengerStore
import Testing

@testable import MessengerDomain

/// Both devices follow one set of rules: what they say to each event is written down in
/// `Tests/Vectors/transcripts`, and every implementation repeats it (docs/TRANSCRIPTS.md).
///
/// To write the files anew: `GROVE_RECORD_TRANSCRIPTS=1 swift test --filter TranscriptTests`; one of them: with its name.
@Suite struct TranscriptTests {
  static var rules: [any TranscriptRule.Type] {
    deviceRules.map { $0 as any TranscriptRule.Type } + [
      ShareProcedureTranscript.self, NoticeLedgerTranscript.self, KEMKeysTranscript.self,
      ShareOptionsTranscript.self, ProofConsentTranscript.self, MembershipTranscript.self,
      NoticePostingTranscript.self, PushInboxTranscript.self,
      NoticeAddressesTranscript.self, DocumentStateTranscript.self,
    ]
  }
  /// Those over a device's rows.
  static var deviceRules: [any DeviceRule.Type] {
    [
      InboxTranscript.self, OutboxTranscript.self, DraftsTranscript.self,
      DeviceListsTranscript.self, IdentityRenewalsTranscript.self,
    ]
  }
  /// Which rule's file is to be written anew; `1` for all.
  static let records = ProcessInfo.processInfo.environment["GROVE_RECORD_TRANSCRIPTS"]

  /// Written once in a run, before the first test; what went wrong.
  static let mistake: String? = {
    guard let records else { return nil }
    do {
      if records == "statements" { try SignedStatements.write() }
      for rule in rules where records == "1" || records == rule.name { try record(rule) }
      return nil
    } catch {
      return "\(error)"
    }
  }()

  init() { #expect(Self.mistake == nil) }

  @Test(arguments: rules.map { $0.name })
  func `every recorded transcript is said again, word for word`(name: String) throws {
    let rule = try #require(Self.rules.first { $0.name == name })
    let transcripts = try TranscriptFile.read(name)
    #expect(!transcripts.isEmpty)
    for transcript in transcripts { try Self.replay(rule, transcript) }
  }

  @Test func `there are three hundred transcripts at least`() throws {
    let count = try Self.rules.map { try TranscriptFile.read($0.name).count }.reduce(0, +)
    #expect(count >= 300)
  }

  /// What no recorded transcript shows yet would be a branch that the other device may get wrong.
  @Test(arguments: rules.map { $0.name })
  func `whatever a random run comes to has been recorded`(name: String) throws {
    let rule = try #require(Self.rules.first { $0.name == name })
    let recorded = try Self.recordedFeatures(rule)
    let found = try Self.features(of: rule, seeds: 0..<100)
    #expect(found.subtracting(recorded).sorted() == [])
  }

  @Test(arguments: rules.map { $0.name })
  func `the same events lead to the same answers, whatever the seed`(name: String) throws {
    let rule = try #require(Self.rules.first { $0.name == name })
    let first = UInt64.random(in: 0..<1 << 40)
    print("transcripts of \(name), seeds from \(first)")
    let made = try (first..<first + 40).map { try Self.again(rule, seed: $0) }
    // Where they are put, JavaScript's rules repeat them (script/test-web generated).
    guard let folder = ProcessInfo.processInfo.environment["GROVE_GENERATED_TRANSCRIPTS"] else {
      return
    }
    let place = URL(filePath: folder)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try TranscriptFile.write(name, made, to: place.appending(path: "\(name).json"))
  }

  @Test(arguments: deviceRules.map { $0.name })
  func `the store in memory and the one in SQLite come to the same rows`(name: String) async throws
  {
    let rule = try #require(Self.deviceRules.first { $0.name == name })
    let first = UInt64.random(in: 0..<1 << 40)
    print("rows of \(name), seeds from \(first)")
    for seed in first..<first + 10 { try await Self.compareStores(rule, seed: seed) }
  }

  private static func compareStores<Rule: DeviceRule>(_ rule: Rule.Type, seed: UInt64) async throws
  {
    let made = try rule.generated(seed: seed, count: 30).transcript
    var ran = try Rule(start: made.start)
    for step in made.steps { _ = try ran.handle(step.event) }
    let store = try SQLiteMessengerStore(path: nil)
    for batch in ran.rows.batches {
      try await store.change { _ in MessengerDecision(batch) }
    }
    #expect(
      try await store.read { try everything($0) } == everything(ran.rows.state), "seed \(seed)")
    try store.close()
  }

  private static func again<Rule: TranscriptRule>(_ rule: Rule.Type, seed: UInt64) throws
    -> Transcript
  {
    let made = try rule.generated(seed: seed, count: 24).transcript
    let repeated = try rule.record(made.name, made.start, made.steps.map(\.event))
    #expect(made == repeated, "seed \(seed)")
    return made
  }

  private static func replay<Rule: TranscriptRule>(_ rule: Rule.Type, _ json: JSONValue) throws {
    let name = try json["name"].text()
    var rule = try Rule(start: json["start"])
    var stood: [String: JSONValue] = [:]
    for (number, step) in json["events"].list.enumerated() {
      let said = try rule.handle(step["event"]).sparing(&stood).json
      #expect(said.sorted == step.sorted, "\(name), event \(number + 1)")
      guard said.sorted == step.sorted else { return }
    }
  }
}
