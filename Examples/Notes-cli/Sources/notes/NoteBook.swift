import CloudKit
import Synchronization

/// The notes of this device, in one file with what its sync engine needs to go on.
final class NoteBook: Sendable {
  struct Content: Codable, Sendable {
    /// By the names of their records.
    var notes: [String: Note] = [:]
    var state: CKSyncEngine.State.Serialization?
  }

  private let file: URL
  private let content: Mutex<Content>

  /// - Throws: where the file is there and is no such file.
  init(folder: String) throws {
    file = URL(fileURLWithPath: folder).appendingPathComponent("notes.json")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let isThere = FileManager.default.fileExists(atPath: file.path)
    content = Mutex(
      isThere ? try JSONDecoder().decode(Content.self, from: Data(contentsOf: file)) : Content())
  }

  var notes: [String: Note] { content.withLock(\.notes) }
  var state: CKSyncEngine.State.Serialization? { content.withLock(\.state) }

  /// Notes and state are written together: the state says which changes the notes have.
  func change(_ change: (inout Content) -> Void) {
    content.withLock { content in
      change(&content)
      do {
        try JSONEncoder().encode(content).write(to: file, options: .atomic)
      } catch {
        FileHandle.standardError.write(Data("notes: the file cannot be written.\n".utf8))
      }
    }
  }
}
