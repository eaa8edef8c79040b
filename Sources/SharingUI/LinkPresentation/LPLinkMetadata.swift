public import Foundation
import Synchronization

/// A title and a picture for the header of a share sheet. Nothing is fetched from an address.
// All of the state is in the mutex.
public final class LPLinkMetadata: NSObject, NSCopying, @unchecked Sendable {
  private struct State: Sendable {
    var originalURL: URL?
    var url: URL?
    var title: String?
    var imageProvider: NSItemProvider?
    var iconProvider: NSItemProvider?
  }
  private let state = Mutex(State())

  /// Without anything; the properties are set afterwards.
  public override init() {}

  /// The address the metadata was asked for; kept for the app, and not shown.
  public var originalURL: URL? {
    get { state.withLock(\.originalURL) }
    set { state.withLock { $0.originalURL = newValue } }
  }
  /// The address after redirections; kept for the app, and not shown.
  public var url: URL? {
    get { state.withLock(\.url) }
    set { state.withLock { $0.url = newValue } }
  }
  /// The sheet's title for content that has none of its own; nil for none.
  public var title: String? {
    get { state.withLock(\.title) }
    set { state.withLock { $0.title = newValue } }
  }
  /// A picture of the content; nil for none.
  public var imageProvider: NSItemProvider? {
    get { state.withLock(\.imageProvider) }
    set { state.withLock { $0.imageProvider = newValue } }
  }
  /// A picture of where the content comes from, shown where there is no `imageProvider`.
  public var iconProvider: NSItemProvider? {
    get { state.withLock(\.iconProvider) }
    set { state.withLock { $0.iconProvider = newValue } }
  }

  /// Another object with the same values; setting one leaves the other as it is.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = LPLinkMetadata()
    let present = state.withLock(\.self)
    copy.state.withLock { $0 = present }
    return copy
  }
}
