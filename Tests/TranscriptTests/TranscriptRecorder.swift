import Foundation

/// Chooses what is written down: of many random runs those that show something no other shows.
extension TranscriptTests {
  private static let length = 14

  static func record<Rule: TranscriptRule>(_ rule: Rule.Type) throws {
    var known: Set<String> = []
    var kept: [Transcript] = []
    for seed in UInt64(0)..<150 {
      let (transcript, features) = try rule.generated(seed: seed, count: length)
      guard let last = features.lastIndex(where: { !known.contains($0) }) else { continue }
      let new = features[...last].filter { known.insert($0).inserted }
      kept.append(
        Transcript(
          name: "\(kept.count + 1): \(new[new.count - 1])", start: transcript.start,
          steps: Array(transcript.steps[...last])))
    }
    try TranscriptFile.write(rule.name, kept)
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
      var now = try Rule(start: transcript["start"])
      for step in transcript["events"].list {
        let before = now
        let said = try now.handle(step["event"])
        found.insert(now.feature(before, said))
      }
    }
    return found
  }
}
