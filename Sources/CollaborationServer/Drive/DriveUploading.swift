import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Synchronization

/// Files whose bytes come in several requests, as draft-ietf-httpbis-resumable-upload-10 has it (decision 0030, 24): a `PUT`
/// with `Upload-Complete: ?0` begins, and what it is answered in `Location` tells how far it is, takes the rest, and is
/// given up.
extension DriveCalls {
  static let partialUpload = "application/partial-upload"

  func beginUpload(
    _ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall
  ) async throws -> TreeAnswer {
    // What may come is said now, so that nobody sends for hours what there is no room for.
    guard let size = try headers.bytes("Upload-Length") else {
      throw Problem(.malformed, detail: "Upload-Length")
    }
    let (conditions, quota) = (try headers.conditions, quota)
    let type = try headers.field("Content-Type").flatMap(Self.mediaType)
    let id = DriveFileID(unchecked: core.random(DriveFileID.byteCount))
    let upload = try await change(by: call) {
      try UploadRules.begin(
        path, size: size, type: type, conditions, quota: quota, file: id, for: $0, reading: $1)
    }
    do {
      let received = try await take(request, into: upload, at: 0, call)
      return answer(201, upload, received: received, at: call.now)
    } catch {
      await forget(upload, call)
      throw error
    }
  }

  /// Of an upload whose beginning was refused nobody was told: nobody could go on with it or give it up, and it would count.
  private func forget(_ upload: DriveUpload, _ call: DriveCall) async {
    _ = try? await change(by: call) {
      try UploadRules.cancel(upload.file, at: upload.path, for: $0, reading: $1)
    }
    await files.remove(upload.file)
  }

  func answer(
    _ request: TreeRequest, _ headers: DriveHeaders, aboutUpload file: DriveFileID,
    at path: DrivePath, _ call: DriveCall
  ) async throws -> TreeAnswer {
    switch request.head.method {
    case .head:
      let upload = try await look(by: call) {
        try UploadRules.find(file, at: path, for: $0, reading: $1)
      }
      // Whoever asks has lost the request before: what of it is still on its way must not come behind the answer.
      uploadTurns.end(file)
      let received = upload.isComplete ? upload.size : UInt64(try await files.heldSize(file))
      return answer(204, upload, received: received, at: call.now)
    case .patch: return try await append(request, headers, to: file, at: path, call)
    case .delete:
      let upload = try await change(by: call) {
        try UploadRules.cancel(file, at: path, for: $0, reading: $1)
      }
      uploadTurns.end(file)
      if !upload.isComplete { await files.remove(file) }
      return TreeAnswer(204)
    default: throw Problem(.methodNotAllowed)
    }
  }

  private func append(
    _ request: TreeRequest, _ headers: DriveHeaders, to file: DriveFileID, at path: DrivePath,
    _ call: DriveCall
  ) async throws -> TreeAnswer {
    guard try headers.field("Content-Type") == Self.partialUpload else {
      throw Problem(.unsupportedMediaType, detail: "Content-Type")
    }
    guard let offset = try headers.bytes("Upload-Offset"), let isLast = try headers.uploadComplete
    else { throw Problem(.malformed, detail: "Upload-Offset, Upload-Complete") }
    let upload = try await change(by: call) {
      try UploadRules.goOn(file, at: path, for: $0, reading: $1)
    }
    let received: UInt64
    do {
      received = try await take(request, into: upload, at: offset, call)
    } catch let problem as Problem where problem.code == .uploadOffset {
      let held = UInt64(try await files.heldSize(file))
      var refusal = TreeAnswer(problem, requestID: request.id)
      Self.add([("Upload-Offset", String(held))], to: &refusal.headers)
      return refusal
    }
    guard isLast else { return answer(204, upload, received: received, at: call.now) }
    guard received == upload.size else { throw Problem(.malformed, detail: "Upload-Length") }
    return try await finish(upload, call)
  }

  /// - Returns: how many bytes there are now.
  private func take(
    _ request: TreeRequest, into upload: DriveUpload, at offset: UInt64, _ call: DriveCall
  ) async throws -> UInt64 {
    let (file, account) = (upload.file, upload.account)
    let turn = uploadTurns.begin(file)
    defer { uploadTurns.end(file, turn) }
    // Given up before the turn began, it would be begun again here, and its bytes would lie on the disk without a row.
    _ = try await look(by: call) {
      try UploadRules.find(file, at: upload.path, for: $0, reading: $1)
    }
    guard try await files.heldSize(file) == Int(offset) else { throw Problem(.uploadOffset) }
    let rest = Int(upload.size - min(offset, upload.size))
    let bytes = try request.bytes(limit: rest, for: account.text)
    guard rest > 0, request.announcesBody else { return offset }
    try uploads.begin(account)
    defer { uploads.end(account, bytes: 0) }
    let turns = uploadTurns
    let received = try await files.take(
      bytes, into: file, at: Int(offset), upTo: Int(upload.size),
      where: { turns.isCurrent(file, turn) }, note: { _, _ in })
    return UInt64(received)
  }

  /// The bytes first, durable under their name, then the rows. What is refused waits, and may be tried again: the sender
  /// must not have sent all of it in vain because a program had the file locked.
  private func finish(_ upload: DriveUpload, _ call: DriveCall) async throws -> TreeAnswer {
    let (quota, fresh) = (quota, fresh())
    _ = try await look(by: call) {
      try UploadRules.prepare(upload, quota: quota, for: $0, reading: $1)
    }
    do {
      if upload.size > 0 { try await files.finishUnfinished(upload.file, unlessWhole: true) }
    } catch {
      // Given up meanwhile, its bytes are missed by nobody.
      _ = try await look(by: call) {
        try UploadRules.find(upload.file, at: upload.path, for: $0, reading: $1)
      }
      throw error
    }
    let written = try await change(by: call) {
      try UploadRules.finish(upload, quota: quota, fresh: fresh, for: $0, reading: $1)
    }
    if upload.size == 0 { await files.remove(upload.file) }
    var complete = upload
    complete.isComplete = true
    return answer(
      written.isNew ? 201 : 204, complete, received: upload.size, at: call.now)
  }

  private static func add(_ fields: [(String, String)], to headers: inout HTTPFields) {
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
  }

  private func answer(
    _ status: Int, _ upload: DriveUpload, received: UInt64, at now: UInt64
  ) -> TreeAnswer {
    var headers: HTTPFields = [.cacheControl: "no-store"]
    let age = (upload.expiresAt - min(now, upload.expiresAt)) / 1000
    Self.add(
      [
        ("Upload-Offset", String(received)), ("Upload-Complete", upload.isComplete ? "?1" : "?0"),
        ("Upload-Length", String(upload.size)),
        ("Upload-Limit", "max-size=\(upload.size), max-age=\(age)"),
      ], to: &headers)
    if upload.isComplete { headers[.eTag] = "\"\(upload.content.tag.base64url)\"" }
    if status == 201, !upload.isComplete { headers[.location] = DriveAddress.text(of: upload) }
    return TreeAnswer(status, headers: headers)
  }
}

/// Which request writes to an upload. The last that comes does: one before it has broken off, whether or not this server
/// has noticed.
final class UploadTurns: Sendable {
  private let current = Mutex<(last: UInt64, of: [DriveFileID: UInt64])>((0, [:]))

  func begin(_ file: DriveFileID) -> UInt64 {
    current.withLock {
      $0.last += 1
      $0.of[file] = $0.last
      return $0.last
    }
  }

  func isCurrent(_ file: DriveFileID, _ turn: UInt64) -> Bool {
    current.withLock { $0.of[file] == turn }
  }

  /// Nobody writes any more; or, where it is still its turn, one request does not.
  func end(_ file: DriveFileID, _ turn: UInt64? = nil) {
    current.withLock { if turn == nil || $0.of[file] == turn { $0.of[file] = nil } }
  }
}
