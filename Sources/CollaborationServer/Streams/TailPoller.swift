import CollaborationDomain
import GroveServing
import GroveWire
import Logging
import ServiceLifecycle

/// Looks at intervals at everything that is streamed: what another node tells of its changes may be lost. One look for each
/// document, not for each of its streams.
struct TailPoller: Service {
  private static let interval = Duration.seconds(10)

  let core: CollaborationCore

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.interval)
        for group in core.live.groups { core.heard(of: group) }
        core.noticeCalls.call()
      }
    }
  }
}

extension CollaborationCore {
  /// What this node does when others ask or tell it something.
  func nodeHandler(_ logger: Logger) -> NodeHandler {
    NodeHandler(
      cut: { cut in
        let streams = await cutHere(cut)
        if let group = cut.group { heard(of: group) }
        return streams
      },
      moved: { heard(of: $0) }, movedAll: { await woken(logger) },
      told: { await heard($0) }, forget: { presence.removeAll() })
  }

  /// A group of streams may have something new.
  func heard(of group: String) {
    if let document = DocumentID(streamGroup: group) {
      wakeHere(document)
    } else {
      live.wake(group: group)
    }
  }
}
