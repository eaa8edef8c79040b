public import RelayDomain
import Testing

extension RelayStoreContract {
  /// A store, and how to close it.
  public typealias Opened = (store: any RelayStore, close: @Sendable () async throws -> Void)

  /// A mailbox is as it was after the store is opened again, and remembers what it took.
  public static func mailboxLasts(_ open: () throws -> Opened) async throws {
    let first = try open()
    let people = try await RelayWorld(first.store).people("ann", "ben")
    let (ann, ben) = (people[0].address(), people[1].address())
    for number in UInt8(1)...3 {
      _ = try await RelayWorld(first.store).send(number, to: [ben], by: ann).get()
    }
    let before = try await RelayWorld(first.store).entries(of: ben)
    try await first.close()
    let again = try open()
    #expect(try await RelayWorld(again.store).entries(of: ben) == before)
    #expect(before.count == 4)
    let repeated = try await RelayWorld(again.store).send(2, to: [ben], by: ann)
    #expect(try repeated.get() == EnvelopesQueued(accepted: 0, duplicates: 1))
    try await again.close()
  }
}
