import CollaborationDomain
import GroveIdentity

/// Files whose bytes come in several requests (decision 0030, 24). Whether they are taken is asked when the upload begins,
/// and again in the one transaction in which it ends.
public enum UploadRules {
  /// Begins an upload.
  /// - Parameters:
  ///   - size: of all bytes.
  ///   - quota: how much the account may keep, and how much of it may be under way.
  ///   - file: fresh, where the bytes will be gathered.
  /// - Returns: it, or what `FileRules.prepare` refuses; `limitExceeded` for the 1001st, `quotaExceeded`.
  public static func begin(
    _ path: DrivePath, size: UInt64, type: String?, _ conditions: DriveConditions, quota: UInt64,
    file: DriveFileID, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveUpload>> {
    try outcome {
      let prepared = try FileRules.prepare(
        path, length: size, conditions, quota: quota, for: call, reading: reader
      ).get()
      let use = try reader.uploadUse(of: call.account)
      guard use.count < DriveLimits.uploads else { throw DriveRefusal.limitExceeded }
      guard use.bytes + size <= quota else { throw DriveRefusal.quotaExceeded }
      let upload = DriveUpload(
        file: file, account: call.account, path: path, share: prepared.share,
        conditions: conditions, size: size, type: type,
        expiresAt: call.now + DriveUpload.shortLifetime)
      return DriveDecision(upload, changes: [.putUpload(upload)])
    }
  }

  /// The caller's upload, whatever has become of it.
  /// - Parameter path: where it is to lie: its address says so.
  /// - Returns: `notFound` where there is none, or too long ago.
  public static func find(
    _ file: DriveFileID, at path: DrivePath, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<DriveUpload> {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.upload(file, at: path, for: call)
    })
  }

  /// The same where more bytes come: it is kept for another day.
  /// - Returns: `gone` for one that is complete.
  public static func goOn(
    _ file: DriveFileID, at path: DrivePath, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveUpload>> {
    try outcome {
      try reader.admit(call)
      var upload = try reader.upload(file, at: path, for: call)
      guard !upload.isComplete else { throw DriveRefusal.gone }
      upload.expiresAt = call.now + DriveUpload.lifetime
      return DriveDecision(upload, changes: [.putUpload(upload)])
    }
  }

  /// Whether what has been uploaded would be taken now, asked before its bytes get their name.
  public static func prepare(
    _ upload: DriveUpload, quota: UInt64, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<FileRules.Prepared> {
    try FileRules.prepare(
      upload.path, length: upload.size, upload.conditions, quota: quota, for: call, reading: reader)
  }

  /// Gives durable bytes their place.
  /// - Parameter upload: as it was when its bytes were counted.
  /// - Returns: as `FileRules.write`; `gone` where it is complete already, `notFound` where it was given up. What is
  ///   refused stays an upload, and may be tried again.
  public static func finish(
    _ upload: DriveUpload, quota: UInt64, fresh: DriveFresh, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<FileRules.Written>> {
    let known = try find(upload.file, at: upload.path, for: call, reading: reader)
    guard case .success(var upload) = known, !upload.isComplete else {
      return DriveDecision(.failure(known.failure ?? .gone))
    }
    var decision = try FileRules.write(
      upload.content, to: upload.path, upload.conditions, quota: quota,
      as: FileRules.Prepared(most: upload.size, share: upload.share), fresh: fresh, for: call,
      reading: reader)
    if case .failure = decision.answer { return decision }
    upload.isComplete = true
    upload.expiresAt = call.now + DriveUpload.shortLifetime
    decision.changes.append(.putUpload(upload))
    return decision
  }

  /// Gives an upload up.
  /// - Returns: it, whose bytes nothing needs if it was not complete; or `notFound`.
  public static func cancel(
    _ file: DriveFileID, at path: DrivePath, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveUpload>> {
    try outcome {
      try reader.admit(call)
      let upload = try reader.upload(file, at: path, for: call)
      return DriveDecision(upload, changes: [.removeUpload(file)])
    }
  }
}

extension DriveReader {
  /// - Throws: `notFound`, also for somebody else's.
  fileprivate func upload(_ file: DriveFileID, at path: DrivePath, for call: DriveCall) throws
    -> DriveUpload
  {
    guard let upload = try upload(file), upload.account == call.account, upload.path == path,
      upload.expiresAt > call.now
    else { throw DriveRefusal.notFound }
    return upload
  }
}

extension Result where Failure == DriveRefusal {
  fileprivate var failure: DriveRefusal? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }
}
