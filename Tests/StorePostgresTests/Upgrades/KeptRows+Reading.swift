import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveMessage
import GroveTesting
import RecordDomain
import RelayDomain
import Testing

/// A store reads the sample rows as what they are.
extension KeptRows {
  func expectRead(by store: some CollaborationStore & RecordStore & DriveStore) async throws {
    var differences = try await store.read { reader in
      try accounts(reader) + documents(reader) + membership(reader)
    }
    if had("record") { differences += try await store.readRecords(for: "") { try records($0) } }
    if had("drive") { differences += try await store.readDrives(for: "") { try drives($0) } }
    #expect(differences == [])
  }

  private static func id<ID: FixedBytes>(_ byte: UInt8) -> ID {
    ID(unchecked: [UInt8](repeating: byte, count: ID.byteCount))
  }

  private func accounts(_ reader: any CollaborationReader) throws -> [String] {
    let ann = try AccountLabel("ann@docs.example")
    let account = try reader.account(ann)
    return differs(account?.displayName, "Ann")
      + differs(account?.password?.hash, [UInt8](repeating: 2, count: 32))
      + differs(account?.disabled, nil)
      + differs(try reader.sessions(of: ann).map(\.lastUsedAt), [1002])
  }

  private func documents(_ reader: any CollaborationReader) throws -> [String] {
    let (log, shared): (DocumentID, DocumentID) = (Self.id(0x11), Self.id(0x12))
    let kinds = try reader.events(of: log, after: 0, limit: 10, bytes: .max).map(\.kind)
    let edit = EventRecord.Kind.edit(updateID: Self.id(0x13), data: [0, 1, 2, 255])
    return differs(try reader.document(log)?.title, "Bread")
      + differs(try reader.document(log)?.kind, .log)
      + differs(kinds, [edit, .renamed(title: "Bread")])
      + differs(try reader.snapshot(of: log)?.sequence, 1)
      + differs(try reader.document(shared)?.kind, had("recordShare") ? .records : .log)
  }

  private func membership(_ reader: any CollaborationReader) throws -> [String] {
    let (ben, kitchen) = (try AccountLabel("ben"), try CollaborationID("kitchen"))
    let granted = try reader.activeBindings(of: ben, in: kitchen).map(\.root)
    let people = try reader.participants(in: kitchen, after: nil, limit: 10, onlyBound: false)
    return differs(try reader.collaboration(kitchen)?.epoch, 3)
      + differs(granted, [Self.id(0x22)])
      + differs(people.map(\.identity.root), [Self.id(0x22), Self.id(0x23)])
  }

  private func records(_ reader: any RecordReader) throws -> [String] {
    let (zone, name, field) = (
      Self.id(0x41) as ZoneID, try RecordName("salt"), try FieldName("title")
    )
    let found = try reader.rows(
      along: .values(field, ofElements: false, nil), of: RecordType("Item"), in: zone, after: nil,
      isDescending: false, limit: 10)
    return differs(try reader.record(name, in: zone)?.fields, [field: RecordField(.text("Salt"))])
      + differs(found.map(\.name), [name])
  }

  private func drives(_ reader: any DriveReader) throws -> [String] {
    let ann = try AccountLabel("ann@docs.example")
    let children = try reader.children(of: Self.id(0x51), after: nil, limit: 10)
    return differs(try reader.drive(of: ann)?.used, 80)
      + differs(children.map(\.name?.text), ["Notes.txt"])
      + differs(try reader.locks(of: ann).map(\.owner), ["<href/>"])
  }
}

extension KeptRows {
  func expectRead(of sample: SampleRelay, by store: some RelayStore) async throws {
    let (ann, ben) = (sample.ann, sample.ben)
    let address = DeviceAddress(account: ann.id, device: ann.devices[0].id)
    let differences = try await store.read { reader in
      let entries = try reader.entries(of: address, after: 0, limit: 10, bytes: .max)
      let envelope = [UInt8](repeating: 13, count: 100)
      let waiting =
        differs(entries.map(\.sequence), [5, 6, 7, 8, 9, 10])
        + differs(entries.first?.payload, .envelope(sender: ben.id, bytes: envelope))
        + differs(entries.compactMap(name), ["a Kitchen", "c Garden"])
        + differs(
          entries.map(\.payload.origin), [ben.id, ben.id, ben.id, ben.id, nil, ann.id])
      return differs(try reader.account(ann.id)?.handle.text, "ann")
        + differs(try reader.devices(of: ann.id), Set(ann.devices.map(\.id)))
        + differs(try reader.statements(of: ann.id, from: 0), ann.chain.records)
        + differs(try reader.mailbox(address).last, 10)
        + differs(
          try reader.waiting(for: address.account, from: ben.id)[address.device]?.share,
          MailboxUsage(entries: 4, bytes: 100))
        + waiting
    }
    #expect(differences == [])
  }
}

extension SampleRelay {
  /// A conversation's next event has a number that none of its others has, and none that waits is swept.
  func expectGoingOn(in store: some RelayStore) async throws {
    let address = DeviceAddress(account: ann.id, device: ann.devices[0].id)
    let next = ConversationEvent(
      kind: .renamed, by: ben.id, subjects: [], at: 2000,
      conversation: ConversationRecord(
        conversationID: ConversationID(unchecked: [UInt8](repeating: 0x61, count: 16)),
        name: "Cellar", members: [], version: 5))
    try await store.change { _ in
      RelayDecision(
        [
          .deliver(.conversation(next), to: [address], at: 2000),
          .sweep(now: 0, rememberedBefore: 0),
        ], answer: ())
    }
    let names = try await store.read {
      try $0.entries(of: address, after: 0, limit: 10, bytes: .max).compactMap(name)
    }
    #expect(names == ["a Kitchen", "c Garden", "a Cellar"])
  }
}

/// Of an event: the letter that its conversation's identifier repeats, and the name.
private func name(_ entry: MailboxEntry) -> String? {
  guard case .conversation(let event) = entry.payload else { return nil }
  let record = event.conversation
  return String(decoding: record.conversationID.bytes.prefix(1), as: UTF8.self) + " "
    + (record.name ?? "")
}

/// Handed out of a store's thread, where no test is known.
private func differs<Value: Equatable>(_ value: Value, _ wanted: Value) -> [String] {
  value == wanted ? [] : ["\(value) is not \(wanted)"]
}
