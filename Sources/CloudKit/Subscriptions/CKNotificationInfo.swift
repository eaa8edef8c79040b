public import Foundation
import Synchronization

/// `CKSubscription.NotificationInfo`: what a notification carries. It is the app's to show: nothing is shown by itself here.
public final class CKNotificationInfo: NSObject, NSCopying, Sendable {
  private let state: Mutex<NotificationTexts>
  var texts: NotificationTexts { state.withLock(\.self) }

  init(_ texts: NotificationTexts) { state = Mutex(texts) }

  public override convenience init() { self.init(NotificationTexts()) }

  public convenience init(
    alertBody: String? = nil, title: String? = nil, subtitle: String? = nil,
    soundName: String? = nil, shouldSendContentAvailable: Bool = false, category: String? = nil
  ) {
    self.init(
      NotificationTexts(
        alertBody: alertBody, title: title, subtitle: subtitle, soundName: soundName,
        category: category, shouldSendContentAvailable: shouldSendContentAvailable))
  }

  public var alertBody: String? {
    get { texts.alertBody }
    set { state.withLock { $0.alertBody = newValue } }
  }
  public var title: String? {
    get { texts.title }
    set { state.withLock { $0.title = newValue } }
  }
  public var subtitle: String? {
    get { texts.subtitle }
    set { state.withLock { $0.subtitle = newValue } }
  }
  public var soundName: String? {
    get { texts.soundName }
    set { state.withLock { $0.soundName = newValue } }
  }
  public var category: String? {
    get { texts.category }
    set { state.withLock { $0.category = newValue } }
  }
  /// Every notification is for the app alone, whatever stands here.
  public var shouldSendContentAvailable: Bool {
    get { texts.shouldSendContentAvailable }
    set { state.withLock { $0.shouldSendContentAvailable = newValue } }
  }

  public func copy(with zone: NSZone? = nil) -> Any { CKNotificationInfo(texts) }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationInfo)?.texts == texts
  }

  public override var hash: Int { texts.hashValue }
}

extension CKSubscription {
  public typealias NotificationInfo = CKNotificationInfo
}

/// What is kept of it.
struct NotificationTexts: Hashable, Sendable, Codable {
  var alertBody: String?
  var title: String?
  var subtitle: String?
  var soundName: String?
  var category: String?
  var shouldSendContentAvailable = false
}
