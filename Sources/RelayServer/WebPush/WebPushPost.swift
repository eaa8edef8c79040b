import GroveIdentity
import GroveMessage
import GroveServing
import Logging
import RelayDomain

/// Seals what a closed page is woken by, says who posts it, posts it, and reads what became of it (RFC
/// 8030, 8291, 8292).
struct WebPushPost: Sendable {
  /// What became of one.
  enum Outcome: Hashable, Sendable {
    case sent
    /// Milliseconds that the push service asks to wait.
    case later(pause: UInt64?)
    /// The subscription is of no use any more.
    case ended
  }

  /// All that is ever said: that there is something. The same length each time.
  static let content = Array(#"{"v":1}"#.utf8)
  static let padding = 128
  /// A newer one takes the place of one that waits.
  static let topic = "grove"
  /// Seconds that one authorization lasts: half of what is allowed.
  private static let authorizedFor: UInt64 = 43_200

  private let settings: WebPushSettings
  private let now: @Sendable () -> UInt64
  private let logger: Logger
  private let transport: PushTransport

  init(settings: WebPushSettings, now: @escaping @Sendable () -> UInt64, logger: Logger) {
    self.settings = settings
    self.now = now
    self.logger = logger
    transport = PushTransport(
      trusted: settings.services, connectionsToEach: settings.limits.perService)
  }

  func close() async { await transport.close() }

  func deliver(to subscription: WebPushSubscription) async -> Outcome {
    let endpoint = subscription.endpoint
    do {
      let message = try message(to: subscription)
      let answer = try await transport.post(message, to: endpoint.text, of: endpoint.service)
      let outcome = Self.outcome(of: answer)
      if outcome == .ended, ![404, 410].contains(answer.status) {
        log("A push service refuses a web push", endpoint, ["status": "\(answer.status)"])
      }
      return outcome
    } catch PushTransport.Failure.notPublic {
      log("A push service is in a network that is not public", endpoint)
      return .ended
    } catch let error as IdentityError {
      logger.error("A web push cannot be sealed", metadata: ["error": "\(error.code)"])
      return .ended
    } catch {
      logger.debug(
        "A push service does not answer",
        metadata: [
          "service": "\(endpoint.service.text)",
          "error": "\(String(reflecting: type(of: error)))",
        ])
      return .later(pause: nil)
    }
  }

  /// RFC 8030, 5 and 7.3. What is neither success nor passing would be the same another time; the page
  /// hands over a new subscription when it is next opened.
  static func outcome(of answer: PushTransport.Answer) -> Outcome {
    switch answer.status {
    case 200...299: .sent
    case 408, 425, 429, 500...599:
      // Half a million years are more than anybody waits, and no overflow.
      .later(pause: answer.retryAfter.map { min($0, 1 << 40) * 1000 })
    default: .ended
    }
  }

  /// Never with the endpoint: who knows it could post there.
  private func log(
    _ text: Logger.Message, _ endpoint: WebPushEndpoint, _ more: Logger.Metadata = [:]
  ) {
    let metadata: Logger.Metadata = ["service": "\(endpoint.service.text)"]
    logger.notice(text, metadata: metadata.merging(more) { $1 })
  }

  private func message(to subscription: WebPushSubscription) throws -> PushTransport.Message {
    PushTransport.Message(
      body: try PushMessage.seal(
        Self.content, to: subscription.key, secret: subscription.secret, padding: Self.padding),
      timeToLive: settings.limits.lifetime / 1000, topic: Self.topic,
      authorization: try PushAuthorization.header(
        signedBy: settings.key, for: subscription.endpoint.service, contact: settings.contact,
        expiresAt: now() / 1000 + Self.authorizedFor))
  }
}
