import Foundation
import GroveSystem
import SharedWithYouCore
import Synchronization

extension SWHighlightCenter {
  /// Begins to listen, once.
  func watch() {
    _ = try? app.connected()
    let known = (try? presentHighlights()) ?? []
    state.withLock { state in
      guard state.watching == nil else { return }
      state.known = known
      let connections = app.connections()
      state.watching = FrameworkTasks.shared.keep { [weak self] in
        await Self.follow(connections) { [weak self] in self?.look() }
      }
    }
  }

  /// Looks whenever something may have changed, at the messenger that is the app's at the time.
  private static func follow(
    _ connections: AsyncStream<GroveAppConnection>, look: @escaping @Sendable () -> Void
  ) async {
    var latest: FrameworkJob?
    for await connection in connections {
      latest?.cancel()
      latest = FrameworkTasks.shared.keep {
        let changes = connection.system.highlightChanges(for: connection.origin)
        look()
        for await _ in changes { look() }
      }
    }
    latest?.cancel()
  }

  private func look() {
    guard let present = try? presentHighlights() else { return }
    let isNew = state.withLock { state in
      defer { state.known = present }
      return state.known != present
    }
    guard isNew else { return }
    DispatchQueue.main.async { [weak self] in
      guard let self else { return }
      delegate?.highlightCenterHighlightsDidChange(self)
    }
  }
}
