public import Foundation
import GroveIdentity

/// The kept folders of a person on this machine.
///
/// grove keeps what belongs to them below its device's folder, for its owner alone, and describes each in a file there. It
/// is the one that `GROVE_FOLDER` names, else `~/.grove/device`.
public struct KeptFolderList: Hashable, Sendable {
  /// The device's folder.
  public let device: String

  public init(device: String) { self.device = device }

  /// Those of whoever runs this program.
  public static var ofThisUser: KeptFolderList {
    KeptFolderList(
      device: ProcessInfo.processInfo.environment["GROVE_FOLDER"]
        ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.grove/device")
  }

  /// Where what belongs to one of them lies, as grove names it.
  package static func state(of name: String, device: String) -> String {
    "\(device)/drive-folders/\(name)"
  }

  /// In such a place.
  package static let fileName = "folder.json"
  /// More are not looked at.
  static let most = 256
  /// More is no description.
  static let maximumBytes = 16 << 10

  /// Those that are there now, each once.
  public func all() -> [KeptFolder] {
    let parent = device + "/drive-folders"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.sorted().prefix(Self.most).compactMap { name in
      Self.read("\(parent)/\(name)/\(Self.fileName)").flatMap { Self.isThere($0) ? $0 : nil }
    }
  }

  private static func read(_ path: String) -> KeptFolder? {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: maximumBytes)
    else { return nil }
    return try? StrictJSON.decode(KeptFolder.self, from: Array(bytes))
  }

  /// A folder that was deleted and made again is not kept, and one in which no drive is shown at the moment hides nothing.
  private static func isThere(_ folder: KeptFolder) -> Bool {
    switch folder.use {
    case .sync: FileManager.default.fileExists(atPath: folder.path + "/.grove")
    case .mount: isMounted(folder.path)
    }
  }

  /// Whether another file system is shown at a folder: its device is another than that of the folder it is in.
  package static func isMounted(_ folder: String) -> Bool {
    guard let inner = deviceNumber(folder), let outer = deviceNumber(folder + "/..") else {
      return false
    }
    return inner != outer
  }

  private static func deviceNumber(_ path: String) -> UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.systemNumber] as? NSNumber)?.uint64Value
  }

  /// Where a file really is: absolute, without links in it. Nil where nothing is there.
  public static func resolved(_ file: URL) -> String? {
    guard file.isFileURL, let real = realpath(file.path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
