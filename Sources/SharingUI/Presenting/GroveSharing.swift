import Synchronization

/// How this program shows share sheets.
public enum GroveSharing {
  private static let chosen = Mutex<Choice>(Choice())

  private struct Choice: Sendable {
    var presenter: (any SharePresenter)?
  }

  /// The terminal's unless another is set.
  public static var presenter: any SharePresenter {
    get { chosen.withLock(\.presenter) ?? TerminalSharePresenter() }
    set { chosen.withLock { $0.presenter = newValue } }
  }
}
