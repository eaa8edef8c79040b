import Foundation

/// The folder of a server's databases and keys: closed to everybody but its owner, or no server runs.
enum DataFolder {
  /// Makes the folder, or checks the one that is there.
  ///
  /// One that is open to others is closed where nothing of ours has stood in it yet; else it is
  /// refused, not repaired: what was exposed stays exposed, and whoever runs the server must know.
  /// - Throws: `CommandFailure`, with what to do; `StartFailure` where it cannot be made.
  static func open(_ path: String) throws {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return try make(path) }
    guard isFolder.boolValue else {
      throw CommandFailure("The data folder “\(path)” is not a folder.")
    }
    if let open = exposed(in: path) {
      guard open == path, ours(in: path).isEmpty, chmod(path, 0o700) == 0 else {
        throw CommandFailure(sentence(about: open, in: path))
      }
    }
  }

  /// The folder itself, or the first thing of ours in it, that others may read or change.
  static func exposed(in path: String) -> String? {
    let things = [path] + ours(in: path).map { path + "/" + $0 }
    return things.first { mode(of: $0) & 0o077 != 0 }
  }

  static func sentence(about open: String, in path: String) -> String {
    let mode = String(mode(of: open) & 0o777, radix: 8)
    return "Others can reach “\(open)” (mode \(mode)), which holds what is stored here. "
      + "To close it, run: chmod -R go= \(ShellWord.quoted(path))"
  }

  private static func make(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StartFailure(error, path: path)
    }
  }

  /// Databases with what SQLite keeps beside them, keys, locks, and the folders of files.
  private static func ours(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      Backup.folders.keys.contains(name)
        || ["relay.", "relay-", "collaboration.", "collaboration-", "nodes-"]
          .contains { name.hasPrefix($0) }
    }.sorted()
  }

  /// Nothing is open that has gone since it was listed: a journal comes and goes while another server
  /// of the same folder begins. Everything is open where it cannot be read.
  private static func mode(of path: String) -> Int {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return 0
    } catch {
      return 0o777
    }
  }
}

/// A text as one word of a shell command.
enum ShellWord {
  static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || $0.properties.numericType != nil
          || "/._-".unicodeScalars.contains($0))
    }
    return plain && !text.isEmpty
      ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
