public import Foundation
import Synchronization

/// A title and a picture for the header of a share sheet.
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

  public override init() {}

  public var originalURL: URL? {
    get { state.withLock(\.originalURL) }
    set { state.withLock { $0.originalURL = newValue } }
  }
  public var url: URL? {
    get { state.withLock(\.url) }
    set { state.withLock { $0.url = newValue } }
  }
  public var title: String? {
    get { state.withLock(\.title) }
    set { state.withLock { $0.title = newValue } }
  }
  /// Of the content.
  public var imageProvider: NSItemProvider? {
    get { state.withLock(\.imageProvider) }
    set { state.withLock { $0.imageProvider = newValue } }
  }
  /// Of where it comes from.
  public var iconProvider: NSItemProvider? {
    get { state.withLock(\.iconProvider) }
    set { state.withLock { $0.iconProvider = newValue } }
  }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = LPLinkMetadata()
    let present = state.withLock(\.self)
    copy.state.withLock { $0 = present }
    return copy
  }
}
