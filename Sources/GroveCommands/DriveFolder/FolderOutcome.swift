/// What rclone has left, and what is to be taken for both sides as they were when they were alike.
///
/// rclone looks again when it has finished, and what somebody wrote meanwhile would be taken for what it has carried. So
/// whatever it did not carry is remembered as it was before: then it is something that has changed, the next time.
struct FolderOutcome: Hashable, Sendable {
  /// To be remembered.
  let alike: FolderPair
  /// Whether there is something to do at once.
  let isUnfinished: Bool

  /// - Parameter after: as rclone saw both when it had finished.
  init(of plan: FolderPlan, after: FolderPair) {
    var alike = after
    for path in Set(after.here.keys).union(after.there.keys) {
      let file = File(plan, after, path)
      (alike.here[path], alike.there[path]) = file.alike
    }
    self.alike = alike
    isUnfinished = alike != after
  }

  /// One file: as it was on both sides before, and as it is now.
  private struct File {
    let before: (here: FolderEntry?, there: FolderEntry?)
    let now: (here: FolderEntry?, there: FolderEntry?)
    let isFetched: Bool
    let isSent: Bool

    init(_ plan: FolderPlan, _ after: FolderPair, _ path: String) {
      before = (plan.now.here[path], plan.now.there[path])
      now = (after.here[path], after.there[path])
      isFetched = plan.there.written.contains(path)
      isSent = plan.here.written.contains(path) && !isFetched
    }

    /// What the file here is, if nobody has touched it.
    private var expected: FolderEntry? { isFetched ? before.there : before.here }

    var alike: (here: FolderEntry?, there: FolderEntry?) {
      switch now {
      case (let here?, let there?): isSent ? sent(here, there) : kept(here, there)
      case (let here?, nil): onlyHere(here)
      case (nil, let there?): onlyThere(there)
      case (nil, nil): (nil, nil)
      }
    }

    private func sent(_ here: FolderEntry, _ there: FolderEntry) -> (FolderEntry?, FolderEntry?) {
      // Another size: somebody else wrote it after it was sent.
      here == before.here
        ? (here, here.size == there.size ? there : nil) : (before.here, there)
    }

    private func kept(_ here: FolderEntry, _ there: FolderEntry) -> (FolderEntry?, FolderEntry?) {
      // What is fetched has the drive's time.
      here == there ? (here, there) : (expected, before.there)
    }

    /// New here meanwhile, or deleted on the drive meanwhile.
    private func onlyHere(_ here: FolderEntry) -> (FolderEntry?, FolderEntry?) {
      before.there == nil || isSent ? (nil, before.there) : (expected, before.there)
    }

    /// Deleted here meanwhile, unless the drive has something that nobody here has seen; or new on the drive meanwhile.
    private func onlyThere(_ there: FolderEntry) -> (FolderEntry?, FolderEntry?) {
      guard let here = before.here, !isFetched, isSent || there == before.there else {
        return (nil, nil)
      }
      return (here, there)
    }
  }
}
