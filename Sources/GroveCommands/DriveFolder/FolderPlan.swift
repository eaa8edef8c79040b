/// What has happened to the files of one side since both were alike.
struct FolderChanges: Hashable, Sendable {
  /// New or written again.
  let written: Set<String>
  let gone: Set<String>

  init(from before: FolderListing, to now: FolderListing) {
    written = Set(now.filter { before[$0.key] != $0.value }.keys)
    gone = Set(before.keys.filter { now[$0] == nil })
  }

  var isEmpty: Bool { written.isEmpty && gone.isEmpty }
}

/// What keeping a folder like a drive has to do, from both as they are and as they were when they were last alike.
struct FolderPlan: Hashable, Sendable {
  enum Side: String, Sendable { case here, there }

  /// nil: they never were.
  let before: FolderPair?
  let now: FolderPair
  let here: FolderChanges
  let there: FolderChanges

  init(before: FolderPair?, now: FolderPair) {
    self.before = before
    self.now = now
    here = FolderChanges(from: before?.here ?? [:], to: now.here)
    there = FolderChanges(from: before?.there ?? [:], to: now.there)
  }

  var isNothing: Bool { before != nil && here.isEmpty && there.isEmpty }

  /// Written on both sides: what is here makes way, before rclone begins, for what is on the drive, and is looked at when that
  /// has come. So the file on the drive stays the one it is, with its shares and versions.
  var inConflict: [String] { here.written.intersection(there.written).sorted() }

  /// What rclone is told of how both were. Files with the time that they had and another size would be nothing new to it.
  var told: FolderPair? {
    before.map { before in
      FolderPair(
        here: Self.without(here.written, before.here, now.here),
        there: Self.without(there.written, before.there, now.there))
    }
  }

  private static func without(
    _ written: Set<String>, _ before: FolderListing, _ now: FolderListing
  ) -> FolderListing {
    before.filter { path, entry in !(written.contains(path) && now[path]?.time == entry.time) }
  }

  /// Fewer than these may be gone without a question.
  private static let fewFiles = 10

  /// The side that lost more than half of its files and more than a few: a disk that is not there, or somebody else's
  /// mistake, looks like this. What is new counts against it, because whatever is moved is gone and new.
  var emptied: Side? {
    guard let before else { return nil }
    if Self.isEmptied(here, of: before.here) { return .here }
    return Self.isEmptied(there, of: before.there) ? .there : nil
  }

  private static func isEmptied(_ changes: FolderChanges, of before: FolderListing) -> Bool {
    let lost = changes.gone.count - changes.written.count
    return lost > fewFiles && lost * 2 > before.count
  }
}
