import Dispatch
import SharedWithYou

/// What the app has on screen.
public struct Document: Sendable {}

/// Puts what the server answered on screen.
public final class DocumentController: Sendable {
  /// What was put there.
  public let results: AsyncStream<String>
  private let shown: AsyncStream<String>.Continuation

  public init() { (results, shown) = AsyncStream.makeStream(of: String.self) }

  func update(_ document: Document, with result: String) { shown.yield(result) }
}

/// The app's log, which the tests look into.
public enum Log {
  private static let kept = KeptLines()
  public static func error(_ line: String) { kept.add(line) }
  public static var lines: [String] { kept.lines }
}

/// Two listings spell it differently.
struct LowerCaseLog: Sendable {
  func error(_ line: String) { Log.error(line) }
}
let log = LowerCaseLog()

// Everything that changes is behind the lock.
private final class KeptLines: @unchecked Sendable {
  private let lock = NSLock()
  private var kept: [String] = []
  func add(_ line: String) { lock.withLock { kept.append(line) } }
  var lines: [String] { lock.withLock { kept } }
}
