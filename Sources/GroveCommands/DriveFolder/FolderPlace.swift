import Crypto
import Foundation
import GroveIdentity
import GroveServing
import KeptFolders

/// Where grove keeps what belongs to one folder on this machine: below the device's own folder, for its owner alone.
struct FolderPlace: Sendable {
  /// The folder's own path, without links in it.
  let folder: String
  /// grove's.
  let state: String
  let use: KeptFolder.Use

  /// Makes both.
  /// - Throws: `FolderFailure`.
  init(folder: String, for use: KeptFolder.Use, device: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FolderFailure(.folder, "The folder \(folder) cannot be made.")
    }
    guard let real = realpath(folder, nil) else {
      throw FolderFailure(.folder, "The folder \(folder) cannot be found.")
    }
    defer { free(real) }
    self.folder = String(cString: real)
    self.use = use
    let name = Hex.encode(Array(SHA256.hash(data: Data(self.folder.utf8)).prefix(8)))
    state = KeptFolderList.state(of: "\(use.rawValue)-\(name)", device: device)
    do {
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FolderFailure(.folder, "The folder \(state) cannot be made.")
    }
  }

  /// rclone's settings for this folder alone; the person's own are not touched.
  var settings: String { state + "/rclone.conf" }
  var cache: String { state + "/cache" }
  /// bisync's, made anew for each run.
  var work: String { state + "/work" }
  var log: String { state + "/rclone.log" }
  var answer: String { state + "/answer" }
  /// By which other programs know the folder.
  var description: String { state + "/" + KeptFolderList.fileName }
  /// `FolderMemory`.
  var memory: String { state + "/alike.json" }

  /// In the folder itself: whoever keeps it holds the lock there, and what makes way lies there.
  var inside: String { folder + "/.grove" }
  var asides: String { inside + "/aside" }
}

/// Both sides as they were when they were last alike, on disk.
struct FolderMemory: Codable {
  /// What rclone calls the pair in its own files.
  var session: String
  var alike: FolderPair

  /// - Returns: nil where they never were; also where the file is not whole, because then nothing is known.
  static func load(_ place: FolderPlace) -> FolderMemory? {
    guard let bytes = FileManager.default.contents(atPath: place.memory) else { return nil }
    return try? JSONDecoder().decode(Self.self, from: bytes)
  }

  /// Whole or not at all, whatever ends this process.
  func save(_ place: FolderPlace) throws {
    try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: place.memory, isNew: false)
  }
}
