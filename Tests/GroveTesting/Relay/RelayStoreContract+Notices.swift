import GroveIdentity
import GroveMessage
import RelayDomain
import Testing

extension RelayStoreContract {
  static func address(_ number: UInt8, of owner: AccountID, usedAt: UInt64 = 1)
    -> NoticeAddressRecord
  {
    NoticeAddressRecord(
      addressID: NoticeAddressID(unchecked: [UInt8](repeating: number, count: 16)), owner: owner,
      tokenHash: [UInt8](repeating: number, count: 32), serverKey: SigningKey().publicKey,
      usedAt: usedAt)
  }

  private static func notice(_ number: UInt8, to record: NoticeAddressRecord, topic: String? = nil)
    -> MailboxEntry.Payload
  {
    .notice(
      PushedNotice(
        addressID: record.addressID, owner: record.owner, topic: topic, expiresAt: .max / 4,
        body: [number, number]))
  }

  static func noticeAddressesAreFound(_ store: any RelayStore) async throws {
    let ann = try await RelayWorld(store).people("ann")[0].accountID
    let records = [address(1, of: ann, usedAt: 10), address(2, of: ann, usedAt: 10)]
    try await store.change { _ in
      RelayDecision(records.map(RelayChange.insertNoticeAddress), answer: ())
    }
    try await store.read { reader in
      let found = try reader.noticeAddress(tokenHash: records[1].tokenHash)
      #expect(found == records[1])
      #expect(try reader.noticeAddress(tokenHash: [UInt8](repeating: 9, count: 32)) == nil)
      #expect(try reader.noticeAddresses(of: ann) == records)
    }
    try await store.change { _ in
      RelayDecision(
        [
          .usedNoticeAddress(records[1].addressID, of: ann, at: 50),
          .sweep(now: 0, rememberedBefore: 0, addressesBefore: 50),
        ], answer: ())
    }
    try await store.read { reader in
      let left = try reader.noticeAddresses(of: ann)
      #expect(left.map(\.usedAt) == [50])
      #expect(try reader.noticeAddress(tokenHash: records[0].tokenHash) == nil)
    }
  }

  static func pushedNoticesWait(_ store: any RelayStore) async throws {
    let person = try await RelayWorld(store).people("ann")[0]
    let (ann, device) = (person.accountID, person.address())
    let (first, second) = (address(1, of: ann), address(2, of: ann))
    let start = try await store.read { try $0.mailbox(device) }
    try await store.change { _ in
      RelayDecision(
        [
          .insertNoticeAddress(first), .insertNoticeAddress(second),
          .deliver(notice(1, to: first, topic: "edit"), to: [device], at: 1),
          .deliver(notice(2, to: second, topic: "edit"), to: [device], at: 2),
          .deliver(notice(3, to: first, topic: "edit"), to: [device], at: 3),
          .deliver(notice(4, to: first), to: [device], at: 4),
        ], answer: ())
    }
    try await store.read { reader in
      let waiting = try reader.entries(
        of: device, after: start.last, limit: 100, bytes: .max)
      #expect(waiting.map(\.receivedAt) == [2, 3, 4])
      #expect(waiting.first?.payload == notice(2, to: second, topic: "edit"))
      #expect(waiting.last?.payload == notice(4, to: first))
      #expect(
        try reader.waitingNotices(in: device, of: first.addressID, topic: "edit")
          == WaitingNotices(ofAddress: 2, all: 3, hasTopic: true))
      #expect(
        try reader.waitingNotices(in: device, of: first.addressID, topic: nil)
          == WaitingNotices(ofAddress: 2, all: 3, hasTopic: false))
      let position = try reader.mailbox(device)
      #expect(position.entries == start.entries + 3)
      #expect(position.bytes == start.bytes + 6)
      #expect(position.last == start.last + 4)
    }
  }

  static func endedAddressesAreEmpty(_ store: any RelayStore) async throws {
    let person = try await RelayWorld(store).people("ann")[0]
    let (ann, device) = (person.accountID, person.address())
    let (first, second) = (address(1, of: ann), address(2, of: ann))
    let start = try await store.read { try $0.mailbox(device) }
    try await store.change { _ in
      RelayDecision(
        [
          .insertNoticeAddress(first), .insertNoticeAddress(second),
          .deliver(notice(1, to: first), to: [device], at: 1),
          .deliver(notice(2, to: second), to: [device], at: 2),
          .endNoticeAddress(first.addressID, of: ann),
        ], answer: ())
    }
    try await store.read { reader in
      let waiting = try reader.entries(of: device, after: start.last, limit: 9, bytes: .max)
      #expect(waiting.map(\.payload) == [notice(2, to: second)])
      #expect(try reader.mailbox(device).bytes == start.bytes + 2)
      #expect(try reader.noticeAddresses(of: ann).map(\.addressID) == [second.addressID])
    }
  }
}
