import Foundation
import GroveClient
import GroveIdentity
import GroveMessage
import GroveWire
import Testing

@testable import Messenger

/// Ways to get devices in tests.
enum MessengerDevice {
  static func folder() -> String {
    FileManager.default.temporaryDirectory.path + "/grove-device-" + UUID().uuidString
  }

  static func environment() -> MessengerEnvironment {
    MessengerEnvironment(
      transport: HTTPClientTransport(),
      reconnect: ReconnectPolicy(firstDelay: 20, longestDelay: 200))
  }

  /// - Parameter policy: everybody may put them into a conversation, unless a test is about that.
  static func signUp(
    _ handle: String, at relay: RelayHost, folder: String = folder(),
    policy: Admission.Policy = .anybody, environment: MessengerEnvironment = environment()
  ) async throws -> Messenger {
    let messenger = try await Messenger.signUp(
      folder: folder, relay: relay.origin, handle: handle, name: handle.capitalized,
      environment: environment
    ).messenger
    try await messenger.setRequestPolicy(policy)
    return messenger
  }

  /// A further device of the person who has `first`.
  static func link(to first: Messenger, at relay: RelayHost, folder: String = folder())
    async throws -> Messenger
  {
    let linking = try Messenger.beginLinking(
      folder: folder, relay: relay.origin, environment: environment())
    async let summary = first.linkDevice(text: linking.text, timeLimit: 30)
    let second = try await linking.complete(timeLimit: 30) { _ in true }
    #expect(try await summary.deviceID == second.deviceID)
    return second
  }

  /// What a device shows of a conversation: texts only, in order.
  static func texts(_ messenger: Messenger, _ id: ConversationID) async throws -> [String] {
    try await messenger.thread(id, limit: 1000).compactMap {
      if case .text(let text, _) = $0.content { text } else { nil }
    }
  }
}
