/// What was done for a folder, as its person reads it.
struct FolderEvent: Hashable, Sendable {
  enum Kind: String, Sendable {
    case alike, sent, fetched, deletedThere, deletedHere, conflict, leftOut, waiting, reachable
  }

  let kind: Kind
  /// Of the file, or of the folder.
  let path: String
  let sentence: String

  /// How many files are named of each kind.
  static let mostNamed = 20

  init(_ kind: Kind, _ path: String, _ sentence: String) {
    self.kind = kind
    self.path = path
    self.sentence = sentence
  }

  /// What was carried. A file that was in conflict was fetched.
  static func carried(_ plan: FolderPlan) -> [FolderEvent] {
    let conflicts = Set(plan.inConflict)
    return named(.sent, plan.here.written.subtracting(conflicts)) { "To the drive: \($0)" }
      + named(.fetched, plan.there.written) { "From the drive: \($0)" }
      + named(
        .deletedThere, plan.here.gone.subtracting(plan.there.written).subtracting(plan.there.gone)
      ) {
        "Deleted on the drive, where it lies in the bin: \($0)"
      }
      + named(
        .deletedHere, plan.there.gone.subtracting(plan.here.written).subtracting(plan.here.gone)
      ) {
        "Deleted here: \($0)"
      }
  }

  private static func named(_ kind: Kind, _ paths: Set<String>, _ words: (String) -> String)
    -> [FolderEvent]
  {
    let sorted = paths.subtracting([FolderMark.name]).sorted()
    let shown = sorted.prefix(mostNamed).map { FolderEvent(kind, $0, words($0)) }
    let rest = sorted.count - shown.count
    return shown + (rest > 0 ? [FolderEvent(kind, "", words("\(rest) more files"))] : [])
  }
}
