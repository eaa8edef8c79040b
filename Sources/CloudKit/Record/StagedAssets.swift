import Foundation
import GroveClient
import GroveIdentity
import GroveWire

/// Files of records on their way up and down.
struct StagedAssets: Sendable {
  typealias Files = [Base64URLBytes: CKAsset]

  let context: ContainerContext

  /// How long a fetched file stays: a day, in seconds.
  static let lifetime: TimeInterval = 86_400

  /// Where fetched files are, each in one of its own: an app may change or move what it was given.
  static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    return URL(fileURLWithPath: cache).appendingPathComponent("grove/cloudkit")
  }

  // MARK: Up

  /// Uploads the files of a batch's records, each once.
  /// - Returns: how the server names them, and the records whose files could not be uploaded.
  /// - Throws: where nothing can be asked.
  func upload(_ drafts: [RecordDraft]) async throws(CKError) -> (
    assets: [CKAsset: RecordAssetValue], lost: [CKRecordID: CKError]
  ) {
    var assets: [CKAsset: RecordAssetValue] = [:]
    var lost: [CKRecordID: CKError] = [:]
    for draft in drafts {
      for file in draft.assets where assets[file] == nil {
        do throws(CKError) {
          assets[file] = try await upload(file)
        } catch {
          guard !error.concernsEverything else { throw error }
          lost[draft.record.recordID] = error
        }
      }
    }
    return (assets, lost)
  }

  private func upload(_ file: CKAsset) async throws(CKError) -> RecordAssetValue {
    guard let path = file.fileURL?.path, FileManager.default.fileExists(atPath: path) else {
      throw CKError(.assetFileNotFound, "The file to be saved is not there.")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw CKError(.assetNotAvailable, "The file cannot be read.")
    }
    do {
      return try await context.cloud.client().uploadAsset(file: path, in: context.identifier)
    } catch ClientError.badAnswer {
      // Nothing else about a file is said so: it is not what it was when its hash was made.
      throw CKError(.assetFileModified, "The file was changed while it was saved.")
    } catch {
      throw CKError(any: error)
    }
  }

  // MARK: Down

  /// Fetches the files of some records.
  /// - Parameter known: files that are here.
  /// - Throws: where the network fails, or there is no room.
  func files(of states: [RecordState], in zone: RecordZonePlace, known: Files = [:])
    async throws(CKError) -> Files
  {
    var files = known
    for state in states {
      for (place, asset) in state.assets(in: zone) where files[asset.sha256] == nil {
        files[asset.sha256] = CKAsset(try await fetch(asset, place), asset)
      }
    }
    return files
  }

  /// - Returns: nil where the record has other bytes by now: its next state comes with the next look.
  private func fetch(_ asset: RecordAssetValue, _ place: RecordAssetPlace) async throws(CKError)
    -> URL?
  {
    let folder = Self.folder
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    Self.sweep(folder, before: Date(timeIntervalSinceNow: -Self.lifetime))
    let file = folder.appendingPathComponent(UUID().uuidString)
    do {
      try await context.cloud.client().downloadAsset(
        asset, place, in: context.identifier, to: file.path)
      return file
    } catch {
      try? FileManager.default.removeItem(at: file)
      let failure = CKError(any: error)
      let isOther: Bool =
        if case ClientError.badAnswer = error { true } else { failure.code == .unknownItem }
      if isOther { return nil }
      throw failure
    }
  }

  /// Removes fetched files from before a time.
  static func sweep(_ folder: URL, before limit: Date) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where UUID(uuidString: name) != nil {
      let path = folder.appendingPathComponent(name).path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let at = attributes?[.modificationDate] as? Date, at < limit else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

extension RecordState {
  /// The files in its fields, and where each is read.
  fileprivate func assets(in zone: RecordZonePlace) -> [(RecordAssetPlace, RecordAssetValue)] {
    fields.flatMap { field in
      let single = field.value?.asset.map {
        [(RecordAssetPlace(zone: zone, record: name, field: field.name), $0)]
      }
      let list = field.value?.list?.enumerated().compactMap { index, element in
        element.asset.map {
          (RecordAssetPlace(zone: zone, record: name, field: field.name, index: index), $0)
        }
      }
      return (single ?? []) + (list ?? [])
    }
  }
}
