import Foundation
import Synchronization
import Testing

@testable import GroveCommands

/// A server's folder is closed to others, or there is no server.
final class DataFolderTests {
  private let base =
    FileManager.default.temporaryDirectory.path + "/grove-folder-\(UUID().uuidString)"
  private var folder: String { base + "/data" }

  init() throws {
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: base) }

  @Test func `a lock that another holds closes its file once, and the other keeps it`()
    throws
  {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let held = try DataFolderLock(folder: folder, role: .relay)
    let closed = Mutex<[Int32]>([])
    #expect(throws: CommandFailure.self) {
      try DataFolderLock(folder: folder, role: .relay) { descriptor in
        closed.withLock { $0.append(close(descriptor)) }
      }
    }
    #expect(closed.withLock(\.self) == [0], "and it was open until then")
    #expect(throws: CommandFailure.self) { try DataFolderLock(folder: folder, role: .relay) }
    withExtendedLifetime(held) {}
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  private func put(_ name: String, _ mode: Int, in folderMode: Int = 0o700) throws {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + name
    if name == "attachments" {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } else {
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    }
    try set(mode, path)
    try set(folderMode, folder)
  }

  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `a journal that comes and goes while another server begins exposes nothing`()
    async throws
  {
    try put("relay.sqlite", 0o600)
    let journal = folder + "/relay.sqlite-journal"
    await withTaskGroup { group in
      group.addTask {
        while !Task.isCancelled {
          let file = Foundation.open(journal, O_CREAT | O_WRONLY, 0o600)
          _ = Foundation.close(file)
          unlink(journal)
          await Task.yield()
        }
      }
      for _ in 0..<3000 { #expect(DataFolder.exposed(in: folder) == nil) }
      group.cancelAll()
    }
  }

  private func refusal() -> String? {
    do {
      try DataFolder.open(folder)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a folder that is not there is made for its owner alone`() throws {
    #expect(refusal() == nil)
    #expect(try mode(folder) == 0o700)
    #expect(refusal() == nil)
  }

  @Test(arguments: [0o777, 0o755, 0o750, 0o701])
  func `an empty folder that is open to others is closed`(mode open: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try set(open, folder)
    #expect(refusal() == nil)
    #expect(try mode(folder) == 0o700)
  }

  @Test(arguments: [0o777, 0o755, 0o750, 0o770, 0o701])
  func `a folder with our files that is open to others is refused, with path and command`(
    mode open: Int
  ) throws {
    try put("collaboration.sqlite", 0o600, in: open)
    let sentence = try #require(refusal())
    #expect(sentence.contains("“\(folder)” (mode \(String(open, radix: 8)))"))
    #expect(sentence.hasSuffix("chmod -R go= \(folder)"))
    #expect(try mode(folder) == open, "nothing is changed by a refusal")
  }

  @Test(
    arguments: [
      "relay.sqlite", "relay.sqlite-wal", "collaboration.sqlite", "collaboration.sqlite-shm",
      "collaboration-keys.json", "relay.lock", "attachments",
    ], [0o666, 0o644, 0o640, 0o620])
  func `a file of ours that is open to others is refused`(name: String, mode open: Int) throws {
    try put(name, open)
    let sentence = try #require(refusal())
    #expect(sentence.contains("“\(folder)/\(name)” (mode \(String(open, radix: 8)))"))
  }

  @Test func `the command that is told closes everything`() throws {
    try put("collaboration.sqlite", 0o666, in: 0o777)
    let command = try #require(refusal()?.components(separatedBy: "run: ").last)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", command]
    try shell.run()
    shell.waitUntilExit()
    #expect(refusal() == nil)
  }

  @Test func `what stands there beside our files is nobody's business`() throws {
    try put("notes.txt", 0o644)
    #expect(refusal() == nil)
  }

  @Test func `a file in the folder's place is refused`() throws {
    try Data().write(to: URL(fileURLWithPath: folder))
    #expect(refusal()?.contains("is not a folder") == true)
  }

  @Test func `a path is one word of the command, whatever is in it`() {
    #expect(ShellWord.quoted("/srv/grove-1_a.b") == "/srv/grove-1_a.b")
    #expect(ShellWord.quoted("/srv/my data; rm") == "'/srv/my data; rm'")
    #expect(ShellWord.quoted("/it's") == #"'/it'\''s'"#)
  }
}
