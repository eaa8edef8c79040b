/// What a failure means for what was to be sent.
enum SyncFailure {
  /// What waiting may change: it is sent again by itself, later.
  static func isTemporary(_ code: CKError.Code) -> Bool {
    switch code {
    case .networkUnavailable, .networkFailure, .serviceUnavailable, .requestRateLimited,
      .notAuthenticated, .operationCancelled, .zoneBusy, .accountTemporarilyUnavailable,
      // A save under its change tag and a deletion are the same when they come twice.
      .serverResponseLost:
      true
    default: false
    }
  }

  /// Which items of a batch stay pending.
  ///
  /// An item that failed for another's sake is sent again at once, without that other one, which is dropped or waits.
  /// Where nothing but such failures came back, sending them again would bring the same.
  static func kept<Item: Hashable>(of failures: [Item: CKError]) -> Set<Item> {
    let codes = failures.values.map(\.code)
    let hasCulprit = codes.contains { $0 != .batchRequestFailed }
    return Set(
      failures.filter {
        isTemporary($1.code) || ($1.code == .batchRequestFailed && hasCulprit)
      }.keys)
  }

  /// Whether sending ends here, to be gone on with later.
  static func pauses(_ errors: some Sequence<CKError>) -> CKError? {
    errors.filter { isTemporary($0.code) }.max {
      ($0.retryAfterSeconds ?? 0) < ($1.retryAfterSeconds ?? 0)
    }
  }
}
