import GroveIdentity
import GroveMessage
import RelayDomain
import Testing

extension RelayStoreContract {
  private static func subscription(_ path: String) throws -> WebPushSubscription {
    WebPushSubscription(
      endpoint: try WebPushEndpoint("https://push.example/" + path), key: SigningKey().publicKey,
      secret: .random())
  }

  static func webPushGoesWithDevice(_ store: any RelayStore) async throws {
    let people = try await RelayWorld(store).people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    let (first, second) = (try subscription("first"), try subscription("second"))
    #expect(try await store.read { try $0.webPush(of: ann) } == nil)
    try await store.change { _ in
      RelayDecision([.setWebPush(first, of: ann), .setWebPush(first, of: ben)], answer: ())
    }
    #expect(try await store.read { try $0.webPush(of: ann) } == first)
    try await store.change { _ in RelayDecision([.setWebPush(second, of: ann)], answer: ()) }
    #expect(try await store.read { try $0.webPush(of: ann) } == second)
    #expect(try await store.read { try $0.webPush(of: ben) } == first)
    try await store.change { _ in RelayDecision([.endWebPush(of: ben)], answer: ()) }
    #expect(try await store.read { try $0.webPush(of: ben) } == nil)
    try await store.change { _ in RelayDecision([.removeDevice(ann)], answer: ()) }
    #expect(try await store.read { try $0.webPush(of: ann) } == nil)
    // Nobody is told in the name of a device that is not there.
    await #expect(throws: (any Error).self) {
      try await store.change { _ in RelayDecision([.setWebPush(first, of: ann)], answer: ()) }
    }
  }
}
