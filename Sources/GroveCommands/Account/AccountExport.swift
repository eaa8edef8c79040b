import CollaborationDomain
import CollaborationServer
import Foundation
import GroveIdentity
import GroveServing
import RecordDomain

/// Writes what belongs to a person into a folder: one JSON file about the account, for each of its documents the log
/// and the newest snapshot, for each container its records, and the files of its drive.
///
/// Nothing in it opens anything: no password, session or link, also not as a hash.
struct AccountExport: Sendable {
  /// `account.json`. Times are milliseconds since 1970.
  struct Contents: Codable {
    struct Document: Codable {
      var documentID: String
      var title: String
      var location: String
      /// What cards show of it; nil where no app handed it over.
      var firstLines: String?
      var createdAt: DecimalUInt64
      /// How many entries the log has.
      var lastSequence: DecimalUInt64
      /// The last entry that the snapshot contains; nil where there is no snapshot.
      var snapshotSequence: DecimalUInt64?
      var collaborationID: CollaborationID?
      /// Who else has access.
      var participants: [AccountLabel]
    }

    struct Participation: Codable {
      var collaborationID: CollaborationID
      /// The person's identity there.
      var root: RootHash
      var grantedAt: DecimalUInt64
      /// Who invited.
      var addedBy: AccountLabel?
      var documentID: String?
      var title: String?
      var owner: AccountLabel?
    }

    /// A request for access that has no answer yet. Whether its owner has ignored it is not said.
    struct Knock: Codable {
      var collaborationID: CollaborationID
      /// What the person wrote to the owner.
      var note: String?
      var at: DecimalUInt64
    }

    /// An account at an OpenID Provider that leads to this one.
    struct Link: Codable {
      var issuer: String
      var subject: String
      var linkedAt: DecimalUInt64
    }

    var version: Int
    var exportedAt: DecimalUInt64
    var account: AccountReport
    var providerLinks: [Link]
    var documents: [Document]
    var participations: [Participation]
    var knocks: [Knock]
    var containers: [Container]
    /// nil where the account has none.
    var drive: Drive?

    /// What is in `drive`: files and folders as they are, without what they were before and without the bin.
    struct Drive: Codable {
      var files: Int
      var bytes: DecimalUInt64
    }

    /// Records that an app keeps for the account.
    struct Container: Codable {
      var container: String
      /// How others in the container see the account.
      var user: String
      /// How many there are in `records/CONTAINER.jsonl`.
      var records: Int
    }
  }

  static let fileName = "account.json"
  private static let documentsPerPage = 200

  let label: AccountLabel
  let folder: String
  let now: UInt64

  /// Fills the folder under another name first, so that there is a whole one or none.
  /// - Throws: `CommandFailure` where the folder is there; `DiskFault`.
  func write(from book: OperatorAccounts) async throws -> Contents {
    try Self.check(folder)
    let draft = folder + ".unfinished"
    try? FileManager.default.removeItem(atPath: draft)
    do {
      try FileManager.default.createDirectory(
        atPath: draft + "/documents", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try FileManager.default.createDirectory(
        atPath: draft + "/records", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      var contents = try await book.lookRecords(label) { try whole(draft, reading: $0) }
      contents.drive = try await DriveExport(label: label, folder: draft + "/drive").write(
        from: book)
      try AtomicFile.write(
        try StrictJSON.encode(contents), to: draft + "/" + Self.fileName, isNew: true)
      guard rename(draft, folder) == 0 else { throw CommandFailure("\(folder) cannot be made.") }
      try AtomicFile.synchroniseFolder(of: folder)
      return contents
    } catch {
      try? FileManager.default.removeItem(atPath: draft)
      throw error
    }
  }

  /// - Throws: `CommandFailure` where something of that name is there.
  static func check(_ folder: String) throws {
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw CommandFailure("\(folder) is there already; an export gets a folder of its own.")
    }
  }

  private func whole(_ draft: String, reading reader: any RecordReader) throws -> Outcome<Contents>
  {
    guard case .success(var contents) = try fill(draft, reading: reader.collaborations) else {
      return .failure(.notFound)
    }
    contents.containers = try RecordExport(label: label, folder: draft + "/records").write(
      reading: reader)
    return .success(contents)
  }

  private func fill(_ draft: String, reading reader: any CollaborationReader) throws
    -> Outcome<Contents>
  {
    let overview: OperatorRules.Overview
    switch try OperatorRules.look(at: label, at: now, reading: reader) {
    case .success(let found): overview = found
    case .failure(let refusal): return .failure(refusal)
    }
    var contents = Contents(
      version: 1, exportedAt: DecimalUInt64(now), account: AccountReport(overview),
      providerLinks: try AccountContents.providerLinks(of: label, reading: reader).map {
        Contents.Link(
          issuer: $0.identity.issuer, subject: $0.identity.subject,
          linkedAt: DecimalUInt64($0.linkedAt))
      },
      documents: [],
      participations: try AccountContents.participations(of: label, reading: reader)
        .map(Contents.Participation.init),
      knocks: try AccountContents.knocks(by: label, reading: reader).map {
        Contents.Knock(
          collaborationID: $0.collaborationID, note: $0.note, at: DecimalUInt64($0.at))
      }, containers: [])
    var place: ListCursor<DocumentID>?
    repeat {
      let page = try AccountContents.documents(
        of: label, after: place, limit: Self.documentsPerPage, reading: reader)
      for document in page {
        contents.documents.append(try write(document, to: draft, reading: reader))
      }
      place = page.count < Self.documentsPerPage ? nil : page.last?.place
    } while place != nil
    return .success(contents)
  }

  private func write(
    _ document: DocumentRecord, to draft: String, reading reader: any CollaborationReader
  ) throws -> Contents.Document {
    let path = draft + "/documents/" + document.id.base64url
    var (position, isOver) = (UInt64(0), false)
    try AtomicFile.write(to: path + ".log.jsonl") {
      guard !isOver else { return [] }
      let page = try AccountContents.log(of: document, after: position, reading: reader)
      (position, isOver) = (page.position, !page.more)
      return try page.events.flatMap {
        try DocumentEventText.json($0, names: page.names) + [UInt8(ascii: "\n")]
      }
    }
    let snapshot = try reader.snapshot(of: document.id)
    if let snapshot { try AtomicFile.write(snapshot.data, to: path + ".snapshot", isNew: true) }
    return Contents.Document(
      documentID: document.id.base64url, title: document.title, location: document.location,
      firstLines: document.firstLines, createdAt: DecimalUInt64(document.createdAt),
      lastSequence: DecimalUInt64(document.lastSequence),
      snapshotSequence: snapshot.map { DecimalUInt64($0.sequence) },
      collaborationID: document.collaborationID,
      participants: try AccountContents.participants(in: document, reading: reader))
  }
}

extension AccountExport.Contents.Participation {
  init(_ participation: AccountContents.Participation) {
    let binding = participation.binding
    self.init(
      collaborationID: binding.collaborationID, root: binding.root,
      grantedAt: DecimalUInt64(binding.boundAt), addedBy: participation.identity?.addedBy,
      documentID: participation.document?.id.base64url, title: participation.document?.title,
      owner: participation.document?.owner)
  }
}
