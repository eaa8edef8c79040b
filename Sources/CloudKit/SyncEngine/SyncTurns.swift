/// One piece of an engine's work after the other, in the order in which they came.
actor SyncTurns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns when it is the caller's turn; `give` ends it.
  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
