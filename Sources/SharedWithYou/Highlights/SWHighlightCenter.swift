public import Foundation
import GroveSystem
public import SharedWithYouCore
import Synchronization

/// What was shared with this person by other people's copies of the app: the list of it, proofs for
/// it, and notices about it.
///
/// Errors are `NSError`s of the domain `SWHighlightErrorDomain` with a code of
/// `SWHighlightCenterErrorCode`. Completion handlers are called once, on the main queue.
// Everything that changes is behind a Mutex.
public class SWHighlightCenter: NSObject, @unchecked Sendable {
  struct State: Sendable {
    var delegate = WeakHighlightDelegate()
    /// What the delegate last knew of.
    var known: [CollaborationHighlight] = []
    var watching: FrameworkJob?
  }

  let app: GroveApp
  let state = Mutex(State())
  /// What is posted and cleared without waiting.
  let notices = FrameworkJobQueue()

  /// A centre of the program's own app, `GroveApp.shared`.
  public override convenience init() { self.init(app: .shared) }

  /// A centre of one app among several in this process. Not in the platform's framework.
  public init(app: GroveApp) { self.app = app }

  deinit { state.withLock(\.watching)?.cancel() }

  /// The heading of a list of highlights; in English, whatever the person's language.
  public class var highlightCollectionTitle: String { "Shared with You" }

  /// Always true: there is no version of this system without collaborations.
  public class var isSystemCollaborationSupportAvailable: Bool { true }

  /// Everything that can be opened, the newest first; empty where the messenger cannot be asked.
  ///
  /// A short look at what the device has stored: it blocks the thread for as long as that takes.
  public var highlights: [SWHighlight] {
    let present = (try? presentHighlights()) ?? []
    return present.compactMap { SWCollaborationHighlight($0) }
  }

  /// Told when the list of highlights has changed, on the main queue. Not kept alive; setting it
  /// begins to listen.
  public var delegate: (any SWHighlightCenterDelegate)? {
    get { state.withLock(\.delegate).value }
    set {
      let box = WeakHighlightDelegate(value: newValue)
      state.withLock { $0.delegate = box }
      if newValue != nil { watch() }
    }
  }

  func presentHighlights() throws -> [CollaborationHighlight] {
    let connection = try app.connected()
    return try connection.system.highlightsNow(for: connection.origin)
  }
}
