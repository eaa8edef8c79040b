import GroveIdentity
import GroveMessage
import GroveSystem
import Synchronization
import Testing

@testable import Messenger
@testable import MessengerDomain

/// A database whose process dies at a chosen commit: that one is lost, or kept and its answer lost,
/// and nothing works afterwards.
final class DyingStore: MessengerStore {
  struct Death: Hashable, Sendable {
    var commit: Int
    var isKept: Bool
  }

  private let store: any MessengerStore
  private let death: Death
  private let commits = Mutex(0)

  init(_ store: any MessengerStore, _ death: Death) {
    self.store = store
    self.death = death
  }

  var isDead: Bool { commits.withLock { $0 >= death.commit } }

  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any MessengerReader) throws -> MessengerDecision<Answer>
  ) async throws -> Answer {
    let number = commits.withLock { count in
      count += 1
      return count
    }
    guard number <= death.commit, number < death.commit || death.isKept else {
      throw MessengerStoreError.unavailable
    }
    let answer = try await store.change(decide)
    if number == death.commit { throw MessengerStoreError.unavailable }
    return answer
  }

  func read<Answer: Sendable>(_ look: @escaping @Sendable (any MessengerReader) throws -> Answer)
    async throws -> Answer
  {
    guard !isDead else { throw MessengerStoreError.unavailable }
    return try await store.read(look)
  }

  func readNow<Answer>(_ look: (any MessengerReader) throws -> Answer) throws -> Answer {
    guard !isDead else { throw MessengerStoreError.unavailable }
    return try store.readNow(look)
  }
}

@Suite(.timeLimit(.minutes(15))) struct MessengerCrashTests {
  @Test(arguments: [true, false])
  func `whichever commit a device dies at, nothing acknowledged is lost or shown twice`(
    isKept: Bool
  ) async throws {
    let relay = try RelayHost()
    try await relay.running {
      let alice = try await MessengerDevice.signUp("alice", at: relay)
      var survived = false
      for commit in 1...60 where !survived {
        survived = try await Self.live(
          .init(commit: commit, isKept: isKept), with: alice, at: relay)
      }
      // The last life had no death in it, so every commit of it has been tried.
      #expect(survived)
    }
  }

  /// One life that ends at a commit, and what the next life finds.
  /// - Returns: true where the life came to its end by itself.
  private static func live(
    _ death: DyingStore.Death, with alice: Messenger, at relay: RelayHost
  ) async throws -> Bool {
    let handle = "bob\(death.commit)"
    let folder = MessengerDevice.folder()
    let conversation = try await begin(handle, folder, with: alice, at: relay)
    let (sent, survived) = try await dyingLife(folder, conversation, death)
    let bob = try await Messenger.open(
      folder: folder, environment: MessengerDevice.environment())
    try await settle(bob, alice)
    // Everything Alice sent is there once, in order.
    let texts = try await MessengerDevice.texts(bob, conversation)
    #expect(texts.filter { $0.hasPrefix("alice") } == ["alice 1", "alice 2"], "\(death)")
    // What Bob was told is sent has arrived once; what he was not told, at most once.
    let arrived = try await MessengerDevice.texts(alice, conversation)
      .filter { $0.hasPrefix("bob") }
    #expect(Set(arrived).count == arrived.count && Set(arrived).isSuperset(of: sent), "\(death)")
    #expect(try await bob.queuedCount() == 0)
    return survived
  }

  private static func begin(
    _ handle: String, _ folder: String, with alice: Messenger, at relay: RelayHost
  ) async throws -> ConversationID {
    let bob = try await MessengerDevice.signUp(handle, at: relay, folder: folder)
    let conversation = try await alice.createConversation(members: [.account(bob.accountID)])
    try await alice.sendText("alice 1", in: conversation)
    try await alice.sendText("alice 2", in: conversation)
    return conversation
  }

  private static func dyingLife(
    _ folder: String, _ conversation: ConversationID, _ death: DyingStore.Death
  ) async throws -> (sent: [String], survived: Bool) {
    var environment = MessengerDevice.environment()
    environment.storeAround = { DyingStore($0, death) }
    let bob = try await Messenger.open(folder: folder, environment: environment)
    var sent: [String] = []
    do {
      try await bob.sync()
      for number in 1...2 {
        try await bob.sendText("bob \(number)", in: conversation)
        sent.append("bob \(number)")
      }
      try await bob.sync()
    } catch {
      #expect(error == MessengerError(.storeUnavailable))
    }
    return (sent, !((bob.store as? DyingStore)?.isDead ?? true))
  }

  private static func settle(_ bob: Messenger, _ alice: Messenger) async throws {
    for _ in 1...2 {
      try await bob.sync()
      try await alice.sync()
    }
  }
}
