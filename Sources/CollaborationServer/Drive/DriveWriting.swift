import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import NIOCore

extension DriveCalls {
  /// Takes a file's bytes to disk as they arrive; then, when they are durable, one transaction gives them their name.
  func put(_ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall)
    async throws -> TreeAnswer
  {
    // A part of a file would be taken for the whole of it (RFC 9110, section 14.5).
    guard try headers.field("Content-Range") == nil else {
      throw Problem(.malformed, detail: "Content-Range")
    }
    if try headers.uploadComplete == false {
      return try await beginUpload(request, headers, path, call)
    }
    let conditions = try headers.conditions
    let (length, quota) = (try request.declaredLength, quota)
    let wanted = try headers.bytes("Upload-Length")
    guard wanted == nil || wanted == length.map({ UInt64($0) }) else {
      throw Problem(.malformed, detail: "Upload-Length")
    }
    let prepared = try await look(by: call) {
      try FileRules.prepare(
        path, length: length.map { UInt64($0) }, conditions, quota: quota, for: $0, reading: $1)
    }
    let id = DriveFileID(unchecked: core.random(DriveFileID.byteCount))
    let size = try await receive(request, as: id, upTo: prepared.most, for: call.account)
    let type = try headers.field("Content-Type").flatMap(Self.mediaType)
    let content = DriveContent(
      tag: DriveTag(unchecked: id.bytes), file: size > 0 ? id : nil, size: size, type: type)
    let fresh = fresh()
    do {
      let written = try await change(by: call) {
        try FileRules.write(
          content, to: path, conditions, quota: quota, as: prepared, fresh: fresh, for: $0,
          reading: $1)
      }
      return TreeAnswer(
        written.isNew ? 201 : 204, headers: [.eTag: "\"\(content.tag.base64url)\""])
    } catch {
      // The row may be there: then it must have its bytes. Without it they go at the next start.
      if size > 0, (error as? CollaborationStoreError) != .outcomeUnknown {
        await files.remove(id)
      }
      throw error
    }
  }

  /// - Returns: how many bytes there are now, durable under the name; where there are none, there is no file.
  private func receive(
    _ request: TreeRequest, as id: DriveFileID, upTo most: UInt64, for account: AccountLabel
  ) async throws -> UInt64 {
    let bytes = try request.bytes(limit: Int(clamping: most), for: account.text)
    try uploads.begin(account)
    var taken: UInt64 = 0
    defer { uploads.end(account, bytes: taken) }
    let file = try await files.create(id)
    do {
      _ = try await files.write(bytes, to: file, id) { count in
        try uploads.take(count, for: account, upTo: quota)
        taken += UInt64(count)
      }
      guard taken > 0 else {
        await files.abandon(file, id)
        return 0
      }
      try await files.finish(file, id)
      return taken
    } catch {
      await files.remove(id)
      // What may come at most was said by the room there is.
      if let problem = error as? Problem, problem.code == .tooLarge {
        throw most < DriveLimits.fileBytes ? DriveRefusal.quotaExceeded : problem
      }
      throw error
    }
  }

  /// Nil for what is none; then the file is bytes and nothing more.
  static func mediaType(_ text: String) -> String? {
    let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain && text.contains("/") && text.utf8.count <= 127 ? text : nil
  }

  func makeFolder(
    _ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall
  ) async throws -> TreeAnswer {
    let (conditions, fresh) = (try headers.conditions, fresh())
    _ = try await change(by: call) {
      try FileRules.makeFolder(path, conditions, fresh: fresh, for: $0, reading: $1)
    }
    return TreeAnswer(201)
  }

  func delete(
    _ request: TreeRequest, _ headers: DriveHeaders, _ path: DrivePath, _ call: DriveCall
  ) async throws -> TreeAnswer {
    // A folder goes with what it holds or not at all (RFC 4918, section 9.6.1).
    guard try headers.depth ?? .infinity == .infinity else {
      throw Problem(.malformed, detail: "Depth")
    }
    let conditions = try headers.conditions
    _ = try await change(by: call) {
      try BinRules.delete(path, conditions, for: $0, reading: $1)
    }
    return TreeAnswer(204)
  }

  func transfer(
    _ headers: DriveHeaders, _ path: DrivePath, isMove: Bool, _ call: DriveCall
  ) async throws -> TreeAnswer {
    let depth = try headers.depth ?? .infinity
    guard depth == .infinity || depth == .zero && !isMove else {
      throw Problem(.malformed, detail: "Depth")
    }
    let wanted = TransferRules.Transfer(
      from: path, to: try headers.destination, isMove: isMove, overwrites: try headers.overwrites,
      isShallow: depth == .zero)
    let (conditions, quota, fresh) = (try headers.conditions, quota, fresh())
    let isNew = try await change(by: call) {
      try TransferRules.run(
        wanted, conditions, quota: quota, fresh: fresh, for: $0, reading: $1)
    }
    return TreeAnswer(isNew ? 201 : 204)
  }
}
