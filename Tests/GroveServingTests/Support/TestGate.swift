/// A place where a handler waits until the test lets it go on.
final class TestGate: Sendable {
  private let reached = AsyncStream<Void>.makeStream()
  private let opened = AsyncStream<Void>.makeStream()

  func pass() async {
    reached.continuation.finish()
    for await _ in opened.stream {}
  }

  func waitUntilReached() async { for await _ in reached.stream {} }

  func open() { opened.continuation.finish() }
}
