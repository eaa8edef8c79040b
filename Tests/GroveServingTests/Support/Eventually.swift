import Testing

/// Waits until something has become true, or records that it has not.
func eventually(
  within limit: Duration = .seconds(10), _ condition: () -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let end = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("did not become true in time", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
