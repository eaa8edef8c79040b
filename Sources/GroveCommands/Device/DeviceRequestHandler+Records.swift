import GroveClient
import GroveIdentity
import GroveWire

/// An app that keeps records: a device's part of `grove demo records`. Each record holds one text.
extension DeviceRequestHandler {
  func records(_ verb: DeviceRequest.Verb, _ arguments: Arguments) async throws -> Answer {
    let client = try await session.app().client
    let container = try arguments.text("container")
    switch verb {
    case .saveZone:
      let made = try await client.modifyRecordZones(
        ModifyRecordZones(save: [arguments.text("zone")]), in: container)
      if let code = made.results.first?.code { throw DeviceRefusal(code.rawValue) }
      return Answer()
    case .saveRecord:
      return Answer(try await save(Self.note(arguments), arguments, client))
    case .deleteRecord:
      let done = try await client.modifyRecords(
        ModifyRecords(zone: place(arguments), deletes: [arguments.text("record")]), in: container)
      return Answer(DeviceReply(code: done.deleted.first?.code?.rawValue))
    case .shareZone:
      let terms = RecordShareTerms(root: nil, access: .readWrite, publicPermission: .readWrite)
      let share = SaveRecord(name: RecordStory.zoneShare, type: "cloudkit.share", terms: terms)
      return Answer(try await save(share, arguments, client))
    case .enterZone: return Answer(try await enter(arguments, client))
    default: return Answer(try await changes(arguments, client))
    }
  }

  private func place(_ arguments: Arguments) throws -> RecordZonePlace {
    let owner = arguments.values["owner"]
    return RecordZonePlace(
      scope: owner == nil ? .private : .shared, owner: owner, name: try arguments.text("zone"))
  }

  private static func note(_ arguments: Arguments) throws -> SaveRecord {
    var text = RecordValue()
    text.text = try arguments.text("text")
    return SaveRecord(
      name: try arguments.text("record"), type: "Note", changeTag: arguments.values["tag"],
      fields: [RecordFieldState(name: "text", value: text)])
  }

  /// A record that somebody else has changed is refused, and the server's comes along.
  private func save(_ record: SaveRecord, _ arguments: Arguments, _ client: CollaborationClient)
    async throws -> DeviceReply
  {
    let done = try await client.modifyRecords(
      ModifyRecords(zone: place(arguments), saves: [record]), in: arguments.text("container"))
    let result = done.saved.first
    return DeviceReply(
      code: result?.code?.rawValue, values: result?.record.map(Self.values) ?? [:])
  }

  /// By a link that its owner has opened.
  private func enter(_ arguments: Arguments, _ client: CollaborationClient) async throws
    -> DeviceReply
  {
    let id = try arguments.collaboration()
    _ = try await client.enterByLink(id)
    let found = try await client.recordShare(id)
    return DeviceReply(values: ["zone": found.zone.name, "owner": found.zone.owner ?? ""])
  }

  /// What has changed since a token.
  private func changes(_ arguments: Arguments, _ client: CollaborationClient) async throws
    -> DeviceReply
  {
    let token = try arguments.values["token"].map { Base64URLBytes(try Base64URL.decode($0)) }
    let page = try await client.zoneChanges(
      LookUpZoneChanges(zone: place(arguments), token: token), in: arguments.text("container"))
    return DeviceReply(
      values: ["token": Base64URL.encode(page.token.bytes)],
      rows: page.changes.compactMap { $0.record.map(Self.values) })
  }

  private static func values(_ record: RecordState) -> [String: String] {
    [
      "record": record.name, "tag": record.changeTag,
      "text": record.fields.first { $0.name == "text" }?.value?.text ?? "",
      "collaboration": record.shared?.collaborationID.text ?? "",
    ]
  }
}
