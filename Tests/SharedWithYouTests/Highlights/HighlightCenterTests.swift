import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYou
import SharedWithYouCore
import Synchronization
import Testing

struct HighlightCenterTests {
  private let system: MemorySystem
  private let center: SWHighlightCenter

  init() throws {
    system = try MemorySystem()
    center = SWHighlightCenter(app: try system.app())
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func code(_ work: () throws -> some Any) -> SWHighlightCenterErrorCode? {
    do {
      _ = try work()
      return nil
    } catch {
      let error = error as NSError
      #expect(error.domain == SWHighlightErrorDomain)
      #expect(!error.localizedDescription.isEmpty)
      return SWHighlightCenterErrorCode(rawValue: error.code)
    }
  }

  @Test func `highlights are the messenger's, in its order`() throws {
    system.put([try .sample("b", id: 2), try .sample("a", id: 1)])
    let highlights = center.highlights
    #expect(
      highlights.map(\.url.absoluteString) == [
        "https://docs.example/d/b", "https://docs.example/d/a",
      ])
    let first = try #require(highlights.first as? SWCollaborationHighlight)
    #expect(first.collaborationIdentifier == "b" && first.title == "Bread")
    #expect(first.creationDate == Date(timeIntervalSince1970: 1_700_000_000.5))
    #expect(first.contentType == .content)
    system.put([])
    #expect(center.highlights.isEmpty)
  }

  @Test func `highlights of other origins are not seen`() throws {
    system.put([try .sample("a", origin: "https://other.example")])
    #expect(center.highlights.isEmpty)
    #expect(code { try center.collaborationHighlight(forIdentifier: "a") } == .invalidURL)
  }

  @Test func `highlights are empty where the messenger cannot answer`() throws {
    system.put([try .sample("a")])
    system.break()
    #expect(center.highlights.isEmpty)
    #expect(
      code { try center.collaborationHighlight(forIdentifier: "a") } == .internalError)
  }

  @Test func `a link leads to its collaboration, whatever its fragment says`() throws {
    system.put([try .sample("a", id: 1), try .sample("b", id: 2)])
    let link = try url("https://docs.example/d/b#collab-messenger=https://msg.example")
    #expect(try center.collaborationHighlight(for: link).collaborationIdentifier == "b")
    #expect(try center.highlight(for: link).url == url("https://docs.example/d/b"))
  }

  @Test(arguments: [
    "HTTPS://docs.example/d/a", "https://Docs.EXAMPLE/d/a", "https://docs.example:443/d/a#x",
  ])
  func `a link leads to its collaboration, however scheme, host and port are written`(
    link: String
  ) throws {
    system.put([try .sample("a")])
    #expect(
      try center.collaborationHighlight(for: try url(link)).collaborationIdentifier == "a")
  }

  @Test(arguments: [
    ("https://docs.example/d/unknown", SWHighlightCenterErrorCode.invalidURL),
    ("https://other.example/d/a", .accessDenied), ("http://docs.example/d/a", .accessDenied),
    ("file:///d/a", .invalidURL), ("a", .invalidURL), ("https://docs.example/d/A", .invalidURL),
    ("https://docs.example:444/d/a", .accessDenied), ("https://docs.example/d/a?b", .invalidURL),
    ("https://docs.example.evil.example/d/a", .accessDenied),
    ("https://docs.example@evil.example/d/a", .accessDenied),
  ])
  func `a link that was not shared here is an error`(
    link: String, expected: SWHighlightCenterErrorCode
  ) throws {
    system.put([try .sample("a")])
    let link = try url(link)
    #expect(code { try center.collaborationHighlight(for: link) } == expected)
    #expect(code { try center.highlight(for: link) } == expected)
  }

  @Test func `an identifier leads to its collaboration, in both spellings`() throws {
    system.put([try .sample("a")])
    let highlight = try center.collaborationHighlight(forIdentifier: "a")
    let other = try center.collaborationHighlight(
      forIdentifier: SWCollaborationIdentifier(rawValue: "a"))
    #expect(highlight == other && highlight.hash == other.hash)
    #expect(code { try center.collaborationHighlight(forIdentifier: "") } == .invalidURL)
  }

  @Test func `completion forms answer once, on the main queue`() async throws {
    system.put([try .sample("a")])
    let link = try url("https://docs.example/d/a")
    let calls = Mutex(0)
    let found = await withCheckedContinuation { continuation in
      center.getCollaborationHighlight(for: link) { highlight, error in
        dispatchPrecondition(condition: .onQueue(.main))
        calls.withLock { $0 += 1 }
        continuation.resume(returning: (highlight, error == nil))
      }
    }
    #expect(found.0?.collaborationIdentifier == "a" && found.1)
    let foreign = try url("https://other.example/d/a")
    let failed = await withCheckedContinuation { continuation in
      center.getHighlightFor(foreign) { highlight, error in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(returning: (highlight == nil, (error as NSError?)?.groveReason))
      }
    }
    #expect(failed.0 && failed.1 == "foreign_origin")
    #expect(calls.withLock(\.self) == 1)
  }

  @Test func `the delegate is called on the main queue when the list is another`() async throws {
    let delegate = RecordingDelegate()
    center.delegate = delegate
    try await waitUntil { system.listenerCount == 1 }
    system.put([try .sample("a")])
    var changes = delegate.changes.makeAsyncIterator()
    #expect(await changes.next() == ["a"])
    // The same list again is no change.
    system.putAgain()
    system.put([try .sample("b", id: 2), try .sample("a")])
    #expect(await changes.next() == ["b", "a"])
  }

  @Test func `a centre that is let go of stops listening, and its delegate is not kept`()
    async throws
  {
    weak var gone: SWHighlightCenter?
    weak var goneDelegate: RecordingDelegate?
    do {
      let center = SWHighlightCenter(app: try system.app())
      let delegate = RecordingDelegate()
      center.delegate = delegate
      (gone, goneDelegate) = (center, delegate)
    }
    try await waitUntil { gone == nil && goneDelegate == nil }
  }

  @Test func `a highlight survives an archive and equals its copy`() throws {
    system.put([try .sample("a", id: 1), try .sample("b", id: 2)])
    let highlight = try center.collaborationHighlight(forIdentifier: "a")
    #expect(try archived(highlight) == highlight)
    #expect(try archived(highlight).title == "Bread")
    #expect(highlight.copy() as? SWCollaborationHighlight == highlight)
    #expect(try center.collaborationHighlight(forIdentifier: "b") != highlight)
    #expect(highlight.identifier is NSString)
  }

  @Test func `codes have the platform's values`() {
    #expect(SWHighlightCenterErrorCode.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(SWHighlightCenter.isSystemCollaborationSupportAvailable)
    #expect(!SWHighlightCenter.highlightCollectionTitle.isEmpty)
  }

  private func waitUntil(_ condition: () -> Bool) async throws {
    for _ in 0..<1000 where !condition() { try await Task.sleep(for: .milliseconds(2)) }
    try #require(condition())
  }
}

private final class RecordingDelegate: NSObject, SWHighlightCenterDelegate, Sendable {
  let changes: AsyncStream<[String]>
  private let changed: AsyncStream<[String]>.Continuation

  override init() { (changes, changed) = AsyncStream.makeStream(of: [String].self) }

  func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter) {
    dispatchPrecondition(condition: .onQueue(.main))
    changed.yield(
      highlightCenter.highlights.compactMap {
        ($0 as? SWCollaborationHighlight)?.collaborationIdentifier
      })
  }
}
