import SharedWithYouCore
import Synchronization

/// The app in whose name a container's shares are sent; not kept alive.
struct WeakApp: Sendable {
  weak var value: GroveApp?
}

extension GroveCloud {
  /// From its first container on, the system answers for record shares of the app.
  func answerForShares() {
    let isFirst = isAnswering.withLock { isAnswering in
      defer { isAnswering = true }
      return !isAnswering
    }
    if isFirst { app.value?.answer(with: RecordShareHandler(cloud: self)) }
  }
}
