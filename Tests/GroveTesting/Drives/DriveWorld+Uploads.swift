public import DriveDomain
import GroveIdentity

extension DriveWorld {
  private static func file(_ number: Int) -> DriveFileID { CollaborationWorld.fill(number) }

  /// - Parameter number: names the upload from now on.
  public func beginUpload(
    _ path: String, _ number: Int, size: UInt64 = 10,
    _ conditions: DriveConditions = DriveConditions(), by name: String = "ann"
  ) async throws -> DriveOutcome<DriveUpload> {
    let (call, path, quota) = (try program(name), try Self.path(path), quota)
    return try await store.changeDrives(for: "") {
      try UploadRules.begin(
        path, size: size, type: "text/plain", conditions, quota: quota, file: Self.file(number),
        for: call, reading: $0)
    }
  }

  /// More bytes come.
  public func goOnUpload(_ path: String, _ number: Int, by name: String = "ann") async throws
    -> DriveOutcome<DriveUpload>
  {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.changeDrives(for: "") {
      try UploadRules.goOn(Self.file(number), at: path, for: call, reading: $0)
    }
  }

  public func findUpload(_ path: String, _ number: Int, by name: String = "ann") async throws
    -> DriveOutcome<DriveUpload>
  {
    let (call, path) = (try program(name), try Self.path(path))
    return try await store.readDrives(for: "") {
      try UploadRules.find(Self.file(number), at: path, for: call, reading: $0)
    }
  }

  /// All bytes are there.
  public func finishUpload(_ path: String, _ number: Int, by name: String = "ann") async throws
    -> DriveOutcome<FileRules.Written>
  {
    let (call, quota) = (try program(name), quota)
    switch try await findUpload(path, number, by: name) {
    case .failure(let refusal): return .failure(refusal)
    case .success(let upload):
      return try await store.changeDrives(for: "") {
        try UploadRules.finish(
          upload, quota: quota, fresh: Self.fresh(number), for: call, reading: $0)
      }
    }
  }

  /// - Returns: what a finished upload would have, so that both have one type.
  public func cancelUpload(_ path: String, _ number: Int, by name: String = "ann") async throws
    -> DriveOutcome<FileRules.Written>
  {
    let (call, path) = (try program(name), try Self.path(path))
    let outcome = try await store.changeDrives(for: "") {
      try UploadRules.cancel(Self.file(number), at: path, for: call, reading: $0)
    }
    return .failure(outcome.refusal ?? .gone)
  }
}
