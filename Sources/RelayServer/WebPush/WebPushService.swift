import GroveIdentity
import GroveMessage
import GroveServing
import Logging
import RelayDomain
import ServiceLifecycle

/// Wakes devices whose page is closed, through their browsers' push services (protocol 12.10): whom and
/// when says the schedule.
struct WebPushService: Service {
  /// Milliseconds after which it looks again at the latest while somebody is to be told.
  static let longestSleep: UInt64 = 1000

  let relay: Relay
  let desk: WebPushDesk
  let logger: Logger

  func run() async throws {
    let post = WebPushPost(settings: desk.settings, now: relay.now, logger: logger)
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        for await _ in desk.bell.calls { await pass(post, &group) }
      }
    }
    await post.close()
  }

  private func pass(_ post: WebPushPost, _ group: inout DiscardingTaskGroup) async {
    let now = relay.now()
    let due = desk.withSchedule { $0.take(at: now) }
    if !due.isEmpty {
      do {
        let found = try await relay.store.read { try RelayRules.wakeable(due, in: $0) }
        for device in due { start(device, found[device], post, &group) }
      } catch {
        logger.warning(
          "Nobody could be looked up for a web push",
          metadata: ["error": "\(String(reflecting: type(of: error)))"])
        for device in due { note(.later(pause: nil), of: device) }
      }
    }
    callAgain(&group)
  }

  private func start(
    _ device: DeviceAddress, _ subscription: WebPushSubscription?, _ post: WebPushPost,
    _ group: inout DiscardingTaskGroup
  ) {
    guard let subscription else { return note(.over, of: device) }
    let (service, now) = (subscription.endpoint.service, relay.now())
    guard desk.withSchedule({ $0.begin(device, to: service, at: now) }) else { return }
    group.addTask { await send(to: device, subscription, by: post) }
  }

  private func send(
    to device: DeviceAddress, _ subscription: WebPushSubscription, by post: WebPushPost
  ) async {
    let outcome = await post.deliver(to: subscription)
    switch outcome {
    case .sent: note(.sent, of: device)
    case .later(let pause): note(.later(pause: pause), of: device)
    case .ended:
      do {
        try await relay.store.change {
          try RelayRules.endWebPush(of: device, at: subscription.endpoint, in: $0)
        }
      } catch {
        // It ends at the next try.
        logger.warning(
          "A web push subscription ended and was not struck off",
          metadata: ["error": "\(String(reflecting: type(of: error)))"])
      }
      note(.over, of: device)
    }
    desk.bell.call()
  }

  private func note(_ delivery: WebPushSchedule.Delivery, of device: DeviceAddress) {
    let now = relay.now()
    desk.withSchedule { $0.note(delivery, of: device, at: now) }
  }

  private func callAgain(_ group: inout DiscardingTaskGroup) {
    let now = relay.now()
    guard let next = desk.withSchedule({ $0.next }) else { return }
    // The clock that is set back must not make anybody wait for long.
    let wait = min(next > now ? next - now : 0, Self.longestSleep)
    desk.bell.call(after: wait, in: &group)
  }
}
