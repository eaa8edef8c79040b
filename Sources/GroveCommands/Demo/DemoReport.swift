/// Prints one line per thing observed, with the time it took (design 7).
///
/// A line is printed only after its observation returned without an error: nothing is announced.
actor DemoReport {
  private(set) var observed = 0

  func heading(_ text: String) { print("\n\(text)") }

  /// - Throws: whatever the observation threw, after printing the line as failed.
  func observe<Value: Sendable>(
    _ sentence: String, _ look: @Sendable () async throws -> Value
  ) async throws -> Value {
    let start = ContinuousClock.now
    do {
      let value = try await look()
      observed += 1
      print("  ✓ \(sentence)  (\(Self.text(ContinuousClock.now - start)))")
      return value
    } catch {
      print("  ✗ \(sentence)")
      throw error
    }
  }

  static func text(_ duration: Duration) -> String {
    let milliseconds =
      duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 100 * 100) ms"
  }

  private func print(_ text: String) {
    Swift.print(text)
    // A pipe buffers whole blocks; a person watching wants each line when it happens.
    FlushedOutput.flush()
  }
}
