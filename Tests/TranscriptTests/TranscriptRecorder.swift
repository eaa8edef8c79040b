import Foundation

/// Chooses what is written down: of many random runs those that show something no other shows, each
/// without the events that it does not need for it; and what was scripted by hand.
extension TranscriptTests {
  private static let length = 24
  private static let runs: UInt64 = 300

  static func record<Rule: TranscriptRule>(_ rule: Rule.Type) throws {
    var known: Set<String> = []
    var kept: [(name: String, start: JSONValue, events: [JSONValue], shown: Set<String>)] = []
    for seed in 0..<runs {
      let (transcript, features) = try rule.generated(seed: seed, count: length)
      guard let last = features.lastIndex(where: { !known.contains($0) }) else { continue }
      let new = Set(features).subtracting(known)
      let events = try shortest(
        rule, transcript.start, transcript.steps[...last].map(\.event), showing: new)
      let shown = try self.features(rule, transcript.start, events)
      kept.append((features[last], transcript.start, events, shown))
      known.formUnion(new)
    }
    // Early ones often show nothing that later ones do not show on their way.
    for index in kept.indices {
      let others = kept.enumerated().filter { $0.offset != index }.map(\.element.shown)
      if kept[index].shown.isSubset(of: others.reduce(into: []) { $0.formUnion($1) }) {
        kept[index].shown = []
      }
    }
    var transcripts: [Transcript] = []
    let scripted = try rule.scripted().map { ($0.name, $0.start, $0.events) }
    for (name, start, events) in kept.filter({ !$0.shown.isEmpty }).map({ ($0.0, $0.1, $0.2) })
      + scripted
    {
      transcripts.append(try rule.record("\(transcripts.count + 1): \(name)", start, events))
    }
    try TranscriptFile.write(rule.name, transcripts, to: TranscriptFile.url(rule.name))
  }

  private static func shortest<Rule: TranscriptRule>(
    _ rule: Rule.Type, _ start: JSONValue, _ events: [JSONValue], showing wanted: Set<String>
  ) throws -> [JSONValue] {
    var kept = events
    for index in events.indices.reversed() {
      var fewer = kept
      fewer.remove(at: index)
      // Where an event cannot happen without the one left out, both stay.
      guard let shown = try? features(rule, start, fewer) else { continue }
      if shown.isSuperset(of: wanted) { kept = fewer }
    }
    return kept
  }

  private static func features<Rule: TranscriptRule>(
    _ rule: Rule.Type, _ start: JSONValue, _ events: [JSONValue]
  ) throws -> Set<String> {
    var now = try Rule(start: start)
    var found: Set<String> = []
    for event in events {
      let before = now
      let said = try now.handle(event)
      found.insert(now.feature(before, said))
    }
    return found
  }

  static func features<Rule: TranscriptRule>(of rule: Rule.Type, seeds: Range<UInt64>) throws
    -> Set<String>
  {
    var found: Set<String> = []
    for seed in seeds { found.formUnion(try rule.generated(seed: seed, count: length).features) }
    return found
  }

  static func recordedFeatures<Rule: TranscriptRule>(_ rule: Rule.Type) throws -> Set<String> {
    var found: Set<String> = []
    for transcript in try TranscriptFile.read(rule.name) {
      let events = transcript["events"].list.map { $0["event"] }
      found.formUnion(try features(rule, transcript["start"], events))
    }
    return found
  }
}
