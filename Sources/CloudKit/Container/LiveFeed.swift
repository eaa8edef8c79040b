import GroveClient
import GroveWire
import SharedWithYouCore
import Synchronization

/// What a container's stream says, told to everybody in this process who listens: one connection, held while somebody
/// does.
final class LiveFeed: Sendable {
  enum News: Sendable {
    /// From now on changes are told; those from before have to be asked for.
    case ready
    case changed(RecordStreamEvent)
    /// The server tells no more, for now.
    case ended
    /// Somebody has signed in or out.
    case account
  }

  struct Listener: Hashable, Sendable { fileprivate let number: UInt64 }

  private struct State: Sendable {
    var listeners: [Listener: @Sendable (News) -> Void] = [:]
    var last: UInt64 = 0
    var job: FrameworkJob?
    var isReady = false
  }

  private let identifier: String
  private let cloud: GroveCloud
  private let state = Mutex(State())

  /// After the server has refused or ended a stream.
  private static let pause = Duration.seconds(60)

  init(identifier: String, cloud: GroveCloud) {
    self.identifier = identifier
    self.cloud = cloud
  }

  /// - Parameter handler: called in no order with the caller's own work; it must not wait, and not call this object.
  func listen(_ handler: @escaping @Sendable (News) -> Void) -> Listener {
    let (listener, isReady) = state.withLock { state in
      state.last += 1
      let listener = Listener(number: state.last)
      state.listeners[listener] = handler
      if state.job == nil { state.job = start() }
      return (listener, state.isReady)
    }
    if isReady { handler(.ready) }
    return listener
  }

  func leave(_ listener: Listener) {
    state.withLock { state in
      state.listeners[listener] = nil
      guard state.listeners.isEmpty else { return }
      state.job?.cancel()
      (state.job, state.isReady) = (nil, false)
    }
  }

  /// The stream is opened anew, as whoever is signed in now.
  func accountChanged() {
    state.withLock { state in
      guard state.job != nil else { return }
      state.job?.cancel()
      (state.job, state.isReady) = (start(), false)
    }
    tell(.account)
  }

  private func start() -> FrameworkJob {
    FrameworkTasks.shared.keep { [weak self] in
      while !Task.isCancelled {
        guard let feed = self else { return }
        await feed.read()
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  private func read() async {
    guard let client = try? cloud.client() else { return }
    do {
      for try await item in client.recordStream(identifier) {
        switch item {
        case .opened: break
        case .interrupted: state.withLock { $0.isReady = false }
        case .event(.ready):
          state.withLock { $0.isReady = true }
          tell(.ready)
        case .event(.changed(let event)): tell(.changed(event))
        case .event(.ended): break
        }
      }
    } catch {
      // Refused for good, as far as the stream knows: whoever listens asks for the account, and hears why.
    }
    guard !Task.isCancelled else { return }
    state.withLock { $0.isReady = false }
    tell(.ended)
  }

  private func tell(_ news: News) {
    for handler in state.withLock({ Array($0.listeners.values) }) { handler(news) }
  }
}
